/** Runs `work` for each element of a list, at most `at` at a time, started in order. */
export async function forEachConcurrently<T>(
  at: number,
  list: readonly T[],
  work: (one: T, nth: number) => Promise<unknown>,
): Promise<void> {
  const remaining = list.entries();
  const lane = async () => {
    for (const [nth, one] of remaining) await work(one, nth);
  };
  await Promise.all(Array.from({ length: at }, lane));
}

/** A gate: `opened` resolves when the test calls `open`. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** At most `max` elements of a list, evenly spread over it. */
export const evenSample = <T>(list: readonly T[], max: number): T[] => {
  const count = Math.min(max, list.length);
  return list.filter(
    (_, at) => Math.floor((at * count) / list.length) !== Math.floor(((at - 1) * count) / list.length),
  );
};
