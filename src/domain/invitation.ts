/** The invitation in an address' query; null where there is none. What cannot be a code is kept too, and said to be none. */
export function invitationIn(
  query: URLSearchParams,
): { readonly code: string; readonly by: number | null } | null {
  const code = query.get('joinclan');
  const by = Number(query.get('by'));
  return code ? { code: code.slice(0, 30), by: Number.isSafeInteger(by) && by > 0 ? by : null } : null;
}
