/** What one call may tell, about 12,000 tokens: a token is rarely less than three bytes. */
export const MOST_BYTES = 36_000;

interface Fitted<Detail> {
  told: object;
  detail: Detail;
}

/** Told in as much detail as there is room for; the last one has to fit in any case. */
export function fitted<Detail>(
  details: readonly [Detail, ...Detail[]],
  tell: (detail: Detail) => object,
): Fitted<Detail> {
  let [detail] = details;
  let told = tell(detail);
  for (const less of details.slice(1)) {
    if (Buffer.byteLength(JSON.stringify(told)) <= MOST_BYTES) break;
    detail = less;
    told = tell(less);
  }
  return { told, detail };
}

/** Without fields that say nothing: most of a trip's are empty, and each would be read again and again. */
export function telling<T extends object>(fields: T): Partial<T> {
  const entries = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  // Filtering entries keeps their types.
  return Object.fromEntries(entries) as Partial<T>;
}
