/** `npm run test:long`: everything, and fuzzers and soaks for minutes in place of seconds. */
export const IS_LONG = process.env.LONG_TESTS === "1";

/** The tag of browser tests that only `npm run test:long` runs. */
export const LONG_TAG = "@long";
