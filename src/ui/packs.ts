/** So many rows are one pack. */
const size = 10;

type Packs<Row> = readonly (readonly [number: number, rows: readonly Row[]])[];

/**
 * Puts rows into packs that stay together whatever comes before them and after. A browser moves a pack as it is, where
 * it would draw each of its rows anew. Numbers rise with the rows; those of a pack never change.
 */
export function createPacks() {
  let known = new Map<string, number>();
  return <Row extends { readonly key: string }>(rows: readonly Row[]): Packs<Row> => {
    const first = rows.findIndex(({ key }) => known.has(key));
    const begin = known.get(rows[first]?.key ?? '') ?? 0;
    let last = begin;
    const packs = new Map<number, Row[]>();
    for (const [at, row] of rows.entries()) {
      const isFull = (packs.get(last)?.length ?? 0) >= size;
      // What is new at the beginning is counted back from what was there.
      if (at < first) last = begin - Math.ceil((first - at) / size);
      else last = known.get(row.key) ?? (isFull ? last + 1 : last);
      const pack = packs.get(last);
      if (pack) pack.push(row);
      else packs.set(last, [row]);
    }
    known = new Map([...packs].flatMap(([number, those]) => those.map(({ key }) => [key, number] as const)));
    return [...packs];
  };
}
