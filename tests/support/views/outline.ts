import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api';

/** Roles whose content is their name. */
const leaves = new Set([
  'button',
  'checkbox',
  'heading',
  'img',
  'link',
  'menuitem',
  'option',
  'progressbar',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'timer',
]);

/** Roles that are left out. A header or footer is a landmark only by its position, which a single part does not know. */
const silent = new Set([
  'banner',
  'caption',
  'contentinfo',
  'generic',
  'legend',
  'none',
  'paragraph',
  'presentation',
  'rowgroup',
]);

/** Roles that may be named by their content, which is listed anyway. */
const namedByContent = new Set(['cell', 'columnheader', 'row', 'rowheader', 'time']);

/** Attributes that are left out: for layout, loading, and references between elements. */
const omittedAttributes =
  /^(alt|checked|class|decoding|draggable|for|height|id|loading|name|role|style|title|type|value|width)$|^aria-(controls|describedby|hidden|label|labelledby|orientation)$|^data-(aria|orientation|radix)/;

type Line = { readonly text: string; readonly isText: boolean };

/**
 * The outline of an element for screen readers and keyboard, line by line: roles with names and states, values, and texts
 * (isolated parts in brackets). An element without a role is listed as `part` if it has a state.
 */
export const outlineOf = (element: Element): string[] => linesIn(element).map(({ text }) => text);

function linesIn(element: Element): Line[] {
  const lines: Line[] = [];
  let sentence = '';
  const endSentence = () => {
    if (sentence.trim() !== '') lines.push({ text: sentence.trim(), isText: true });
    sentence = '';
  };
  for (const child of element.childNodes) {
    const text = wordsOf(child);
    sentence += text ?? '';
    if (text !== null || !(child instanceof Element) || isHidden(child)) continue;
    endSentence();
    lines.push(...linesOf(child));
  }
  endSentence();
  return lines;
}

/** The text of a node that is part of the surrounding sentence; null for others. */
function wordsOf(node: Node): string | null {
  if (node instanceof Text) return node.data;
  const isIsolated = node instanceof HTMLElement && node.localName === 'bdi' && statesOf(node).length === 0;
  if (!isIsolated || isHidden(node) || node.hasAttribute('role')) return null;
  return node.childElementCount === 0 ? `[${node.textContent}]` : null;
}

function linesOf(element: Element): Line[] {
  const role = roleOf(element);
  const states = statesOf(element);
  const inside = leaves.has(role) || element instanceof SVGElement ? [] : linesIn(element);
  if (silent.has(role) && (states.length === 0 || element instanceof SVGElement)) return inside;
  const name = silent.has(role) ? '' : nameOf(element, role);
  const head = [silent.has(role) ? 'part' : role, ...(name === '' ? [] : [`"${name}"`]), ...states].join(' ');
  const [only, ...others] = inside;
  if (only?.isText === true && others.length === 0) return [{ text: `${head}: ${only.text}`, isText: false }];
  return [head, ...inside.map(({ text }) => `  ${text}`)].map((text) => ({ text, isText: false }));
}

const isHidden = (element: Element) =>
  element.getAttribute('aria-hidden') === 'true' ||
  element.hasAttribute('hidden') ||
  element instanceof HTMLStyleElement;

function roleOf(element: Element): string {
  if (isDecorative(element)) return 'picture';
  if (element instanceof HTMLTimeElement) return 'time';
  const role = getRole(element) ?? (element.localName === 'search' ? 'search' : 'generic');
  return role === 'region' && !isNamed(element) ? 'generic' : role;
}

const isNamed = (element: Element) =>
  element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');

const isDecorative = (element: Element) => element instanceof HTMLImageElement && element.alt === '';

const nameOf = (element: Element, role: string) =>
  namedByContent.has(role) && !isNamed(element) ? '' : computeAccessibleName(element);

function statesOf(element: Element): string[] {
  const states = element
    .getAttributeNames()
    .filter((name) => !omittedAttributes.test(name) && (name !== 'src' || isDecorative(element)))
    .filter((name) => !(element instanceof SVGElement) || /^(aria|data)-/.test(name))
    .map((name) => [name.replace(/^aria-/, ''), element.getAttribute(name) ?? ''] as const)
    .filter(([name, value]) => name !== 'disabled' || value !== 'false')
    .map(([name, value]) => (value === '' || value === 'true' ? name : `${name}=${value}`));
  return [...states, ...liveStatesOf(element)].toSorted();
}

/** States that attributes do not contain, or express by their absence. */
function liveStatesOf(element: Element): string[] {
  const states: string[] = [];
  if (element.hasAttribute('aria-describedby'))
    states.push(`described "${computeAccessibleDescription(element)}"`);
  if (element === document.activeElement) states.push('focused');
  if (element instanceof HTMLHeadingElement) states.push(`level=${element.localName.slice(1)}`);
  if (element instanceof HTMLButtonElement && element.type !== 'button') states.push(`type=${element.type}`);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement)
    states.push(`value="${element.value}"`);
  if (!(element instanceof HTMLInputElement)) return states;
  if (element.checked) states.push('checked');
  if (/^(checkbox|file|radio)$/.test(element.type)) return states;
  if (element.type !== 'text') states.push(`type=${element.type}`);
  return [...states, `value="${element.value}"`];
}
