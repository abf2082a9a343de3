import type { $ZodConfig } from "zod/v4/core";

declare global {
  /** Where zod looks for its settings, and keeps them. */
  var __zod_globalConfig: $ZodConfig | undefined;
}

/** What libraries must know of the page's policy. Runs before any of them, and before the first schema is made. */
export function tellPagePolicy(): void {
  // Otherwise zod tries whether it may make code of texts, which the policy forbids and reports. Told by its global,
  // since its own function for that would bring a part of it into every page.
  Object.assign((globalThis.__zod_globalConfig ??= {}), { jitless: true });
  // The name that libraries with style sheets of their own look for; they can't know the page's nonce otherwise.
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
