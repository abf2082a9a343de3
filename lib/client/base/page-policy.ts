import type { $ZodConfig } from "zod/v4/core";

declare global {
  /** The global in which zod looks for its settings, and stores them. */
  var __zod_globalConfig: $ZodConfig | undefined;
}

/**
 * Informs libraries about the page's content security policy. It runs before any library, and before the first schema
 * is made.
 */
export function applyPagePolicy(): void {
  // Otherwise zod tests whether it may compile code from strings, which the policy forbids and reports. The setting is
  // passed by zod's global, because zod's own function for it would add a part of zod to every page.
  Object.assign((globalThis.__zod_globalConfig ??= {}), { jitless: true });
  // Libraries with own style sheets look for this name; they can't know the page's nonce otherwise.
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
