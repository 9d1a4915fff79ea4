/** The row of a statement that always answers with one. Throws if it did not. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement of one row answered without it');
  return row;
}
