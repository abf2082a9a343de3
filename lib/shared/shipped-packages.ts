/** A package of which browsers load code or other files. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** The licence's SPDX identifier. */
  license: string;
}

/**
 * Files about the shipped code that the build writes beside it: the list of packages, and the full texts of their
 * licences.
 */
export const SHIPPED_PATHS = {
  list: "/_next/static/licences.json",
  texts: "/_next/static/licences.txt",
} as const;
