import { parseSync } from 'vite';
import { changedNumber, sqlFaults } from './sql-faults.ts';

/** One change of one place in a source file. Offsets count UTF-16 units. */
export type Fault = {
  readonly rule: string;
  readonly line: number;
  /** The text that changes, and what it becomes. */
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
  /** The smallest part around it that a condition can choose: an expression, a statement or an attribute. */
  readonly part: Part;
};

type Part = {
  readonly kind: 'expression' | 'statement' | 'attribute';
  readonly from: number;
  readonly to: number;
};

/** A node of the syntax tree (ESTree with TypeScript's and JSX's own nodes). */
type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;

type Edit = {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
};

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const child = (node: SyntaxNode, key: string): SyntaxNode | undefined => {
  const value = node[key];
  return isNode(value) ? value : undefined;
};

/** Positions in which an expression may stand in parentheses without changing what it means. */
const expressionPositions: Readonly<Record<string, readonly string[]>> = {
  ArrayExpression: ['elements'],
  ArrowFunctionExpression: ['body'],
  AssignmentExpression: ['right'],
  AssignmentPattern: ['right'],
  AwaitExpression: ['argument'],
  BinaryExpression: ['left', 'right'],
  CallExpression: ['arguments'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  ExpressionStatement: ['expression'],
  ForOfStatement: ['right'],
  IfStatement: ['test'],
  JSXExpressionContainer: ['expression'],
  LogicalExpression: ['left', 'right'],
  NewExpression: ['arguments'],
  Property: ['value'],
  PropertyDefinition: ['value'],
  ReturnStatement: ['argument'],
  SpreadElement: ['argument'],
  SwitchStatement: ['discriminant'],
  TemplateLiteral: ['expressions'],
  VariableDeclarator: ['init'],
  WhileStatement: ['test'],
};

const comparisons = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
]);

const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
]);

/** Methods whose result is of the same kind as what they are called on. */
const droppedMethods = new Set([
  'filter',
  'toSorted',
  'toReversed',
  'trim',
  'slice',
  'toLowerCase',
  'where',
  'orderBy',
  'forUpdate',
  'forShare',
  'distinct',
]);

const accessAttribute =
  /^(aria-.+|role|disabled|inert|hidden|dir|lang|inputMode|autoComplete|tabIndex|on[A-Z].*)$/;

/** Faults of a source file by rule: comparisons, conditions, values, lost steps and fields, SQL, roles and ARIA. */
export function faultsOf(path: string, source: string): Fault[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const faults: Fault[] = [];
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const textOf = ({ start, end }: SyntaxNode) => source.slice(start, end);
  const add = (part: Part | undefined, edits: readonly Edit[]) => {
    if (part) for (const edit of edits) faults.push({ ...edit, part, line: lineOf(edit.from) });
  };

  function visit(node: SyntaxNode, part: Part | undefined): void {
    // Types say nothing at run time; a chart's own table has faults of its own (`npm run mutate:machines`).
    if (node.type.startsWith('TS') && !('expression' in node)) return;
    if (
      node.type === 'ImportDeclaration' ||
      (node.type.endsWith('Pattern') && node.type !== 'AssignmentPattern')
    )
      return;
    if (node.type === 'ExpressionStatement') {
      const statement: Part = { kind: 'statement', from: node.start, to: node.end };
      add(statement, lostStatement(node));
    }
    if (node.type === 'CallExpression' && isLog(node)) return;
    if (node.type === 'JSXAttribute') {
      add({ kind: 'attribute', from: node.start, to: node.end }, attributeEdits(node));
    }
    add(part, editsOf(node));
    for (const [key, value] of Object.entries(node)) {
      const inner = expressionPositions[node.type]?.includes(key) ?? false;
      for (const next of [value].flat()) {
        if (!isNode(next)) continue;
        // A number straight in an attribute is a size.
        if (node.type === 'JSXExpressionContainer' && next.type === 'Literal') continue;
        if (isChart(node) && key === 'arguments') continue;
        const ownPart = inner && canBeChosen(node, next);
        visit(
          next,
          ownPart
            ? { kind: 'expression', from: next.start, to: next.end }
            : isFunction(next)
              ? undefined
              : part,
        );
      }
    }
  }

  const isLog = (node: SyntaxNode) => /^(\w+\.)?log\.\w+$/.test(textOf(child(node, 'callee') ?? node));
  const isChart = (node: SyntaxNode) =>
    node.type === 'CallExpression' && /\bcreateMachine$/.test(textOf(child(node, 'callee') ?? node));
  const isFunction = ({ type }: SyntaxNode) => type === 'FunctionDeclaration' || type === 'BlockStatement';
  const canBeChosen = (parent: SyntaxNode, next: SyntaxNode) =>
    next.type !== 'SpreadElement' &&
    next.type !== 'BlockStatement' &&
    next.type !== 'JSXEmptyExpression' &&
    !next.type.endsWith('Pattern') &&
    !(parent.type === 'Property' && (parent['shorthand'] === true || parent['method'] === true)) &&
    !(parent.type === 'ExpressionStatement' && 'directive' in parent && parent['directive'] !== null);

  const replaceOperator = (
    rule: string,
    left: SyntaxNode,
    right: SyntaxNode,
    operator: string,
    next: string,
  ): Edit[] => {
    const at = source.indexOf(operator, left.end);
    return at < 0 || at > right.start
      ? []
      : [{ rule, from: at, to: at + operator.length, replacement: next }];
  };
  // What stands behind `??` after a look-up is often there for the types alone.
  const isLookup = (node: SyntaxNode) =>
    (node.type === 'MemberExpression' && node['computed'] === true) ||
    /\.(at|exec|find|get|pop|shift)\([^()]*\)$/.test(textOf(node));
  const replaceNode = (rule: string, node: SyntaxNode, replacement: string): Edit => ({
    rule,
    from: node.start,
    to: node.end,
    replacement,
  });

  function editsOf(node: SyntaxNode): Edit[] {
    const [left, right] = [child(node, 'left'), child(node, 'right')];
    const operator = String(node['operator']);
    switch (node.type) {
      case 'BinaryExpression': {
        if (!left || !right) return [];
        const next = comparisons.get(operator);
        if (next) return replaceOperator('comparison', left, right, operator, next);
        const isText = [left, right].some(
          ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
        );
        const other = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }[operator];
        return other && !isText ? replaceOperator('arithmetic', left, right, operator, other) : [];
      }
      case 'LogicalExpression':
        if (!left || !right) return [];
        return [
          ...(operator === '??' && isLookup(left)
            ? []
            : [replaceNode(`left of ${operator} alone`, node, textOf(left))]),
          ...(operator === '??' ? [] : [replaceNode(`right of ${operator} alone`, node, textOf(right))]),
        ];
      case 'ConditionalExpression': {
        const [yes, no] = [child(node, 'consequent'), child(node, 'alternate')];
        if (!yes || !no) return [];
        return [
          replaceNode('always the first', node, textOf(yes)),
          replaceNode('always the second', node, textOf(no)),
        ];
      }
      case 'UnaryExpression': {
        const argument = child(node, 'argument');
        return operator === '!' && argument ? [replaceNode('without not', node, textOf(argument))] : [];
      }
      case 'Literal':
        if (typeof node['value'] === 'number')
          return [replaceNode('number', node, changedNumber(node['value']))];
        if (typeof node['value'] === 'boolean') return [replaceNode('boolean', node, String(!node['value']))];
        return [];
      case 'CallExpression':
        return callEdits(node);
      case 'ObjectExpression':
        return fieldEdits(node);
      case 'TaggedTemplateExpression': {
        const [tag, quasi] = [child(node, 'tag'), child(node, 'quasi')];
        if (!tag || !quasi || !path.includes('src/server/') || textOf(tag) !== 'sql') return [];
        return sqlFaults(textOf(quasi)).map(({ rule, from, to, replacement }) => ({
          rule: `SQL: ${rule}`,
          from: quasi.start + from,
          to: quasi.start + to,
          replacement,
        }));
      }
      default:
        return [];
    }
  }

  function callEdits(node: SyntaxNode): Edit[] {
    const callee = child(node, 'callee');
    const property = callee?.type === 'MemberExpression' ? child(callee, 'property') : undefined;
    const object = callee && child(callee, 'object');
    if (!property || !object) return [];
    const name = textOf(property);
    const other = methods.get(name);
    if (other !== undefined) return [replaceNode('method', property, other)];
    return droppedMethods.has(name)
      ? [{ rule: `without ${name}`, from: object.end, to: node.end, replacement: '' }]
      : [];
  }

  function fieldEdits(node: SyntaxNode): Edit[] {
    const fields = [node['properties']].flat().filter(isNode);
    if (lineOf(node.end) - lineOf(node.start) > 12 || fields.length < 2) return [];
    return fields.flatMap((field, at) => {
      if (field.type !== 'Property' || field['method'] === true) return [];
      const next = fields[at + 1];
      const before = fields[at - 1];
      const range = next ? [field.start, next.start] : [before?.end ?? field.start, field.end];
      return [{ rule: 'without a field', from: range[0] ?? 0, to: range[1] ?? 0, replacement: '' }];
    });
  }

  function lostStatement(node: SyntaxNode): Edit[] {
    const expression = child(node, 'expression');
    const called = expression?.type === 'AwaitExpression' ? child(expression, 'argument') : expression;
    if (!called || !['CallExpression', 'AssignmentExpression', 'UpdateExpression'].includes(called.type))
      return [];
    return isLog(called) || textOf(called).startsWith('super(') ? [] : [replaceNode('lost step', node, '')];
  }

  function attributeEdits(node: SyntaxNode): Edit[] {
    const [name, value] = [child(node, 'name'), child(node, 'value')];
    if (!name || !accessAttribute.test(textOf(name))) return [];
    const given = !value
      ? 'true'
      : value.type === 'JSXExpressionContainer'
        ? textOf(value).slice(1, -1)
        : textOf(value);
    const lost = {
      rule: `without ${textOf(name)}`,
      from: node.start,
      to: node.end,
      replacement: 'undefined',
    };
    const isState = /^aria-(expanded|selected|current|checked|pressed|hidden|disabled|busy|invalid)$/.test(
      textOf(name),
    );
    return isState
      ? [lost, { ...lost, rule: `${textOf(name)} inverted`, replacement: `!(${given})` }]
      : [lost];
  }

  visit(program as unknown as SyntaxNode, undefined);
  return faults;
}

/** The expression that stands for a fault's part when the fault is on, and the one when it is off. */
export function alternatives(
  source: string,
  { part, from, to, replacement }: Fault,
): readonly [string, string] {
  const before = source.slice(part.from, part.to);
  if (part.kind !== 'attribute')
    return [source.slice(part.from, from) + replacement + source.slice(to, part.to), before];
  const at = before.indexOf('=');
  const value = at < 0 ? 'true' : before.slice(at + 1).replace(/^\{([\s\S]*)\}$/, '$1');
  return [replacement, value];
}
