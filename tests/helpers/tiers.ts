/**
 * Whether this is `npm run test:long`, which runs everything, with random tests and soak tests for minutes instead of
 * seconds.
 */
export const IS_LONG = process.env.LONG_TESTS === "1";

/** The tag of browser tests that only `npm run test:long` runs. */
export const LONG_TAG = "@long";
