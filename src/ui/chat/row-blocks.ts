/** Rows per block. */
const rowsPerBlock = 10;

type RowBlocks<Row> = readonly (readonly [number: number, rows: readonly Row[]])[];

/**
 * Divides rows into blocks that keep their rows whatever is added before and after. A browser moves a block
 * as it is instead of repainting its rows. Numbers rise with the rows; a block's never changes.
 */
export function createRowBlocks() {
  let known = new Map<string, number>();
  return <Row extends { readonly key: string }>(rows: readonly Row[]): RowBlocks<Row> => {
    const first = rows.findIndex(({ key }) => known.has(key));
    const begin = known.get(rows[first]?.key ?? '') ?? 0;
    let last = begin;
    const blocks = new Map<number, Row[]>();
    for (const [at, row] of rows.entries()) {
      const isFull = (blocks.get(last)?.length ?? 0) >= rowsPerBlock;
      // New rows at the beginning are numbered backwards from the first known block.
      if (at < first) last = begin - Math.ceil((first - at) / rowsPerBlock);
      else last = known.get(row.key) ?? (isFull ? last + 1 : last);
      const block = blocks.get(last);
      if (block) block.push(row);
      else blocks.set(last, [row]);
    }
    known = new Map(
      [...blocks].flatMap(([number, rowsOfBlock]) => rowsOfBlock.map(({ key }) => [key, number] as const)),
    );
    return [...blocks];
  };
}
