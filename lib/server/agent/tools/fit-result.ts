/** Most bytes of one tool result, about 12,000 tokens: a token rarely has less than three bytes. */
export const MAX_RESULT_BYTES = 36_000;

interface Fitted<Detail> {
  told: object;
  detail: Detail;
}

/** Returns the result with the most detail that fits; the last level must always fit. */
export function fitResult<Detail>(
  details: readonly [Detail, ...Detail[]],
  tell: (detail: Detail) => object,
): Fitted<Detail> {
  let [detail] = details;
  let told = tell(detail);
  for (const less of details.slice(1)) {
    if (Buffer.byteLength(JSON.stringify(told)) <= MAX_RESULT_BYTES) break;
    detail = less;
    told = tell(less);
  }
  return { told, detail };
}

/** Removes empty fields: most fields of a trip are empty, and the model would read each of them again and again. */
export function withoutEmptyFields<T extends object>(fields: T): Partial<T> {
  const entries = Object.entries(fields).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  // The cast is safe because filtering the entries does not change their types.
  return Object.fromEntries(entries) as Partial<T>;
}
