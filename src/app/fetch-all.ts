import { limits } from '#contract/limits.ts';

type PageOf<Row> = { readonly results: readonly Row[]; readonly count: number };

/** Fetches all rows of a list, page by page. */
export async function fetchAll<Row>(
  fetchPage: (page: { limit: number; offset: number }) => Promise<PageOf<Row>>,
  limit: number = limits.page.max,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { results, count } = await fetchPage({ limit, offset: rows.length });
    rows.push(...results);
    if (results.length === 0 || rows.length >= count) return rows;
  }
}
