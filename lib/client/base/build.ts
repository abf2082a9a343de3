/** The build sets it (next.config.ts). It is empty during development, and undefined in tests. */
declare const WAYFARE_BUILD: string;

/** The name of the build that this code belongs to. */
export const BUILD = typeof WAYFARE_BUILD === "string" ? WAYFARE_BUILD : "";
