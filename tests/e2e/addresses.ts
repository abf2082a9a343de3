import { uniqueAddress } from "#tests/helpers/unique.ts";

/**
 * The header in which the services under test expect the client's address. Without it, all browsers of a run would
 * share one rate limit of codes.
 */
export const ADDRESS_HEADER = "x-test-address";

/** Returns the headers of a browser with an address of its own. */
export function ownAddress(): Record<string, string> {
  return { [ADDRESS_HEADER]: uniqueAddress() };
}
