/**
 * Whether this is `npm run test:long`, which runs everything, with random tests and soak tests for minutes instead of
 * seconds.
 */
export const IS_LONG = process.env.LONG_TESTS === "1";

/** The tag of browser tests that only `npm run test:long` runs. */
export const LONG_TAG = "@long";

/**
 * Returns the rows of a sweep, such as one over all endpoints. `npm test` takes every fourth row, beginning with
 * another one in each sweep, so that each endpoint is in some of them; `npm run test:long` takes all.
 */
export function sampleOf<T>(rows: readonly T[], first: 0 | 1 | 2 | 3): T[] {
  return rows.filter((_, index) => IS_LONG || index % 4 === first);
}
