/**
 * The name of the build, which the build itself sets (next.config.ts); empty during development, undefined in tests.
 */
declare const WAYFARE_BUILD: string;

/** The name of the build that this code belongs to. */
export const BUILD = typeof WAYFARE_BUILD === "string" ? WAYFARE_BUILD : "";
