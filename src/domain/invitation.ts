/** The invitation in a URL's query; null if there is none. A malformed code is returned too, so that the app can say so. */
export function invitationIn(
  query: URLSearchParams,
): { readonly code: string; readonly by: number | null } | null {
  const code = query.get('joinclan');
  const by = Number(query.get('by'));
  return code ? { code: code.slice(0, 30), by: Number.isSafeInteger(by) && by > 0 ? by : null } : null;
}
