/** An index of ids that are in another order: their positions in order of id. */
export const indexIds = (ids: Int32Array): Int32Array =>
  Int32Array.from(ids.keys()).toSorted((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0));

/** The position of an id among `ids`, found by their index; -1 for none. */
export function positionOf(ids: Int32Array, index: Int32Array, id: number): number {
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[index[middle] ?? 0] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  const at = index[low];
  return at !== undefined && ids[at] === id ? at : -1;
}
