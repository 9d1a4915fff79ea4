import { createScanner, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { parseCompetition } from '#server/competitions/competition-format.ts';
import type { ReadFile } from './file-problem.ts';

/** Levels that a document may have: more than any of the format, and few enough for a parser that recurses. */
const maxDepth = 64;

/** The offset at which a text is nested deeper than a document may be; null where it is not. */
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

/** The line of each offset of a text, its end among them. */
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
 * Finds the offset of the innermost part of a document on the way to a place such as `matches.3.date`. A document may
 * have as many problems as parts: an object's properties are looked through once for all of them.
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

/** The competition that a document of the format says, or every problem in it by its line and place. */
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
