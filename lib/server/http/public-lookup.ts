import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Thrown when a host name resolves to an address that is not on the internet. */
export class PrivateAddress extends Error {}

/**
 * Wraps the lookup of host names so that it refuses private addresses. The connection goes to the address that was
 * checked here, so a name that resolves differently the next time gains nothing. One address that is not public is
 * enough to refuse the name.
 */
export function lookUpPublicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [], 0);
      const addresses = typeof found === "string" ? [{ address: found, family: 4 }] : found;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new PrivateAddress("This name leads to an address that is not public."), [], 0);
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
