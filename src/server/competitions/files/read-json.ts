import { findNodeAtLocation, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { parseCompetition } from '#server/competitions/competition-format.ts';
import type { ReadFile } from './file-problem.ts';

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** The offset of the innermost part of a document on the way to a place such as `matches.3.date`. */
function offsetOf(root: Node, path: string): number {
  const steps = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  for (let length = steps.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, steps.slice(0, length));
    if (node) return node.offset;
  }
  return root.offset;
}

/** The competition that a document of the format says, or every problem in it by its line and place. */
export function readJson(text: string): ReadFile {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (!root || error)
    return { problems: [{ line: lineAt(text, error?.offset ?? 0), field: '', code: 'invalid' }] };
  const parsed = parseCompetition(JSON.parse(text));
  if ('competition' in parsed) return parsed;
  return {
    problems: parsed.problems.map(({ path, code }) => ({
      line: lineAt(text, offsetOf(root, path)),
      field: path,
      code,
    })),
  };
}
