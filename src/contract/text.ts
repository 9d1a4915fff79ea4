/** Cleaning and checking texts that people write, by their visible characters. */

/** Invisible characters: soft hyphen, fillers, zero-width space, word joiner, invisible operators, blank braille, byte order mark. */
const drawnAsNothing = /[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u2800\u3164\ufeff\uffa0]/gu;
const visible = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u;

// Control characters, bidi overrides and isolates, and noncharacters. Of the bidi controls, Hebrew needs only U+200E and U+200F.
const unprintable =
  // oxlint-disable-next-line no-control-regex -- refusing them is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\ufffe\uffff]/u;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
// Tag characters are valid in the flags of England, Scotland and Wales, after a black flag; elsewhere they hide text.
const hiddenTag = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/u;

/** Whether a text has no characters that can disguise it as another text. */
export const isPrintable = (text: string): boolean =>
  !unprintable.test(text) && !loneSurrogate.test(text) && !hiddenTag.test(text);

/** A trimmed text; '' if it has no visible character. */
export const visibleText = (text: string): string => (visible.test(text) ? text.trim() : '');

/** A trimmed name without invisible characters; '' if nothing is left. */
export const visibleName = (text: string): string => visibleText(text.replace(drawnAsNothing, ''));
