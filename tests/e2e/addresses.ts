import { uniqueAddress } from "#tests/helpers/unique.ts";

/** The services under test believe this header: codes are limited by address, and all browsers of a test run would share one. */
export const ADDRESS_HEADER = "x-test-address";

/** Headers of a browser with an address of its own. */
export function ownAddress(): Record<string, string> {
  return { [ADDRESS_HEADER]: uniqueAddress() };
}
