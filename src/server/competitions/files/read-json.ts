import { createScanner, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { parseCompetition } from '#server/competitions/competition-format.ts';
import type { ReadFile } from './file-problem.ts';

/** Maximum nesting: deeper than any valid document, and safe for a recursive parser. */
const maxDepth = 64;

/** Offset at which a text exceeds `maxDepth`; null if it does not. */
function findTooDeep(text: string): number | null {
  const scanner = createScanner(text);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const first = text[offset];
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth -= 1;
    if (depth > maxDepth) return offset;
  }
  return null;
}

/** Line number of each offset of a text, its end included. */
function linesOf(text: string): Uint32Array {
  const lines = new Uint32Array(text.length + 1);
  let line = 1;
  for (let offset = 0; offset < lines.length; offset += 1) {
    lines[offset] = line;
    if (text[offset] === '\n') line += 1;
  }
  return lines;
}

/**
 * Finds the offset of a path such as `matches.3.date`, or of its innermost part that exists. Properties of an object are indexed
 * once, since a document may have as many problems as parts.
 */
function offsetFinder(root: Node): (path: string) => number {
  const propertiesOf = new Map<Node, Map<unknown, Node>>();
  const childOf = (node: Node, step: string): Node | undefined => {
    if (node.type === 'array') return node.children?.[Number(step)];
    let properties = propertiesOf.get(node);
    if (!properties) {
      properties = new Map(
        node.children?.flatMap(({ children: [key, value] = [] }) =>
          key && value ? [[key.value, value]] : [],
        ),
      );
      propertiesOf.set(node, properties);
    }
    return properties.get(step);
  };
  return (path) => {
    let node = root;
    for (const step of path.split('.')) {
      const child = childOf(node, step);
      if (!child) break;
      node = child;
    }
    return node.offset;
  };
}

/** The competition in a JSON document, or all its problems by line and path. */
export function readJson(text: string): ReadFile {
  const lines = linesOf(text);
  const lineAt = (offset: number) => lines[offset] ?? 1;
  const invalidAt = (offset: number): ReadFile => ({
    problems: [{ line: lineAt(offset), field: '', code: 'invalid' }],
  });
  const tooDeep = findTooDeep(text);
  if (tooDeep !== null) return invalidAt(tooDeep);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (!root || error) return invalidAt(error?.offset ?? 0);
  const parsed = parseCompetition(JSON.parse(text));
  if ('competition' in parsed) return parsed;
  const offsetOf = offsetFinder(root);
  return {
    problems: parsed.problems.map(({ path, code }) => ({ line: lineAt(offsetOf(path)), field: path, code })),
  };
}
