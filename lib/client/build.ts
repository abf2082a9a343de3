/** Set by the build (next.config.ts); empty while developing, and not there in tests. */
declare const WAYFARE_BUILD: string;

/** Names the build that this code is of. */
export const BUILD = typeof WAYFARE_BUILD === "string" ? WAYFARE_BUILD : "";
