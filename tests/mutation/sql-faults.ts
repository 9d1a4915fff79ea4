/** One change of an SQL text. Offsets count from the text's start. */
type SqlFault = {
  readonly rule: string;
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
};

/** A word, number or sign of SQL, with how many parentheses are open around it. */
type Token = { readonly text: string; readonly from: number; readonly to: number; readonly depth: number };

const token =
  /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|[a-z_][\w.]*|\d+(?:\.\d+)?|::|<=|>=|<>|\|\||[(),;]|[<>=+\-*/%?@#&|!]+|\$\{/gi;

/** Tokens of a tagged template's source; what is interpolated counts as one. Comments and strings are left out. */
function tokensOf(template: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  token.lastIndex = 0;
  for (let found = token.exec(template); found; found = token.exec(template)) {
    const [text] = found;
    const from = found.index;
    if (text.startsWith('--') || text.startsWith("'")) {
      if (text.startsWith("'")) tokens.push({ text: "''", from, to: from + text.length, depth });
      continue;
    }
    if (text === '${') {
      let open = 1;
      let at = from + 2;
      for (; open > 0 && at < template.length; at += 1) {
        if (template[at] === '{') open += 1;
        if (template[at] === '}') open -= 1;
      }
      tokens.push({ text: '${}', from, to: at, depth });
      token.lastIndex = at;
      continue;
    }
    if (text === ')') depth -= 1;
    tokens.push({ text: text.toLowerCase(), from, to: from + text.length, depth });
    if (text === '(') depth += 1;
  }
  return tokens;
}

/** A number that no test takes for the first: a small one is off by one, a large one doubled. */
export const changedNumber = (value: number): string => String(Math.abs(value) <= 10 ? value + 1 : value * 2);

/** Words that end a condition at the same depth. */
const clauseEnds = new Set(
  (
    'and or where order group having limit offset for returning union on join left inner cross then else end when as ' +
    'window using set , ;'
  ).split(' '),
);

/** Faults of an SQL text: a lost condition, order, lock or distinction, and changed comparisons, joins and times. */
export function sqlFaults(template: string): SqlFault[] {
  const tokens = tokensOf(template);
  const faults: SqlFault[] = [];
  const add = (rule: string, from: number, to: number, replacement: string) =>
    faults.push({ rule, from, to, replacement });
  const textAt = (at: number) => tokens[at]?.text ?? '';
  /** The first token after `at` that ends a clause of its depth. */
  const clauseEnd = (at: number, ends: ReadonlySet<string>) => {
    const depth = tokens[at]?.depth ?? 0;
    let end = at + 1;
    while (end < tokens.length) {
      const next = tokens[end];
      if (!next || next.depth < depth || (next.depth === depth && ends.has(next.text))) break;
      end += 1;
    }
    return end;
  };
  const endOffset = (at: number) => tokens[at - 1]?.to ?? 0;

  tokens.forEach(({ text, from, to, depth }, at) => {
    const next = textAt(at + 1);
    if (text === 'and' || text === 'or') {
      const isBetween = tokens
        .slice(0, at)
        .findLast((one) => one.depth === depth && /^(and|or|where|on|between)$/.test(one.text));
      if (text === 'and' && isBetween?.text !== 'between')
        add('without a condition', from, endOffset(clauseEnd(at, clauseEnds)), '');
      if (text === 'or') add('without an alternative', from, endOffset(clauseEnd(at, clauseEnds)), '');
    }
    if (text === 'where') {
      const end = clauseEnd(at, new Set([...clauseEnds].filter((word) => word !== 'as')));
      if (/^(and|or)$/.test(textAt(end)) && textAt(end) === 'and')
        add('without the first condition', tokens[at + 1]?.from ?? to, tokens[end]?.to ?? to, '');
      else add('without where', from, endOffset(end), '');
    }
    // Two moments are never equal in a test: the comparison of times is turned round, not widened.
    const isTime = [textAt(at - 2), textAt(at - 1), next].some((near) =>
      /^(now|clock_timestamp)$|_at$|^date$/.test(near),
    );
    const compared = isTime
      ? { '<': '>', '<=': '>', '>': '<', '>=': '<' }
      : { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
    if (/^(<|<=|>|>=)$/.test(text)) add('comparison', from, to, compared[text as keyof typeof compared]);
    if (text === 'desc') add('order', from, to, 'asc');
    if (text === 'asc') add('order', from, to, 'desc');
    if (text === 'nulls')
      add('order of nulls', from, tokens[at + 1]?.to ?? to, next === 'last' ? 'nulls first' : 'nulls last');
    if (text === 'order' && next === 'by') {
      const ends = new Set([
        'limit',
        'offset',
        'for',
        'returning',
        'rows',
        'range',
        'filter',
        ';',
        'union',
        'as',
      ]);
      const end = clauseEnd(at, ends);
      const commas = tokens
        .map((one, index) => ({ ...one, index }))
        .filter((one) => one.index > at && one.index < end && one.depth === depth && one.text === ',');
      const last = commas.at(-1);
      if (last) add('without the last order', last.from, endOffset(end), '');
    }
    if (text === 'clock_timestamp') add('clock', from, to, 'now');
    if (text === 'for' && /^(share|update|no|key)$/.test(next)) {
      let end = at + 1;
      while (/^(share|update|no|key)$/.test(textAt(end))) end += 1;
      if (textAt(end) === 'of') end += 2;
      if (textAt(end) === 'skip' || textAt(end) === 'nowait') end += textAt(end) === 'skip' ? 2 : 1;
      add('without the lock', from, endOffset(end), '');
    }
    if (text === 'left' && next === 'join') add('join', from, tokens[at + 1]?.to ?? to, 'join');
    if (text === 'is' && next === 'null') add('null', from, tokens[at + 1]?.to ?? to, 'is not null');
    if (text === 'is' && next === 'not' && textAt(at + 2) === 'null')
      add('null', from, tokens[at + 2]?.to ?? to, 'is null');
    if (text === 'not' && textAt(at - 1) !== 'is' && !/^(null|materialized|valid)$/.test(next))
      add('without not', from, to, '');
    if (text === 'distinct' && next !== 'from' && next !== 'on') add('without distinct', from, to, '');
    if (text === 'union' && next === 'all') add('union', from, tokens[at + 1]?.to ?? to, 'union');
    if (text === 'filter' && next === '(') {
      const end = clauseEnd(at + 1, new Set());
      add('without a filter', from, tokens[end]?.to ?? to, '');
    }
    const other = { min: 'max', max: 'min', greatest: 'least', least: 'greatest' }[text];
    if (other && next === '(') add('aggregate', from, to, other);
    if (/^\d+$/.test(text) && !/^(::|precision)$/.test(textAt(at - 1)))
      add('number', from, to, changedNumber(Number(text)));
    if ((text === '+' || text === '-') && /^(\w+|\)|\$\{\})$/.test(textAt(at - 1)))
      add('arithmetic', from, to, text === '+' ? '-' : '+');
  });
  return faults;
}
