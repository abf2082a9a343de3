import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** A name led into a network that is not the internet. */
export class PrivateAddress extends Error {}

/**
 * Names are looked up here and nowhere else, and what comes out is what is connected to: a name that leads elsewhere the
 * next time wins nothing. One address that is not public is reason enough to refuse the name.
 */
export function publicOnly(lookup: LookupFunction): LookupFunction {
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
