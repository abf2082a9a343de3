/** A package of which browsers load something. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** As SPDX names it. */
  license: string;
}

/** What the build writes beside the code that it tells of: the packages, and the whole words of their licences. */
export const SHIPPED_PATHS = {
  list: "/_next/static/licences.json",
  texts: "/_next/static/licences.txt",
} as const;
