/** A rule of a style sheet, or an at-rule with rules in it. */
type Rule = { readonly prelude: string; readonly body: string };

/** Splits a minified sheet, or the body of an at-rule, into its rules; those without a block are left out. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    let depth = 1;
    let end = open + 1;
    for (; depth > 0 && end < css.length; end += 1) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0;
    const prelude = css.slice(at, open).split(';').at(-1) ?? '';
    rules.push({ prelude, body: css.slice(open + 1, end - 1) });
    at = end;
  }
  return rules;
}

/** The class names in a selector. */
const classesOf = (selector: string) =>
  [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);

/** The rules of a sheet that may apply to the markup, in order. */
export function usedStyles(css: string, markup: string): string {
  const classes = new Set(
    [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const applies = (prelude: string) =>
    prelude
      .replace(/:not\([^)]*\)/g, '')
      .split(',')
      .some((selector) => classesOf(selector).every((name) => classes.has(name)));
  const kept = ({ prelude, body }: Rule): string => {
    if (/^@(media|container|supports|layer)/.test(prelude)) {
      const inner = rulesOf(body).map(kept).join('');
      return inner && `${prelude}{${inner}}`;
    }
    // An at-rule has no class: it applies.
    return applies(prelude) ? `${prelude}{${body}}` : '';
  };
  const rules = rulesOf(css).map(kept);
  const isMentioned = (name: string) =>
    rules.some((rule) => !rule.startsWith('@keyframes') && rule.includes(name));
  return rules
    .filter(
      (rule) => !rule.startsWith('@keyframes ') || isMentioned(/^@keyframes ([^{]+)/.exec(rule)?.[1] ?? ''),
    )
    .join('');
}

/** Splits a sheet into its styles without the faces of these fonts, and those faces. Throws if it has none of them. */
export function deferFonts(sheet: string, fonts: RegExp): { styles: string; deferred: string } {
  const faces = (sheet.match(/@font-face\{[^}]*\}/g) ?? []).filter((face) => fonts.test(face));
  if (faces.length === 0) throw new Error(`no font of the page is ${fonts}: it cannot be deferred`);
  return { styles: faces.reduce((rest, face) => rest.replace(face, ''), sheet), deferred: faces.join('') };
}
