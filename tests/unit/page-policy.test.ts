import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { applyPagePolicy } from "#lib/client/base/page-policy.ts";

const nonceOf = globalThis as { __webpack_nonce__?: string };

afterEach(() => {
  z.config({ jitless: false });
  delete nonceOf.__webpack_nonce__;
  vi.unstubAllGlobals();
});

test("zod is told to make no code of texts, by the name under which it keeps its settings", () => {
  vi.stubGlobal("document", { querySelector: () => null });
  applyPagePolicy();
  expect(z.config().jitless).toBe(true);
  expect(nonceOf).not.toHaveProperty("__webpack_nonce__");
});

test("what is left of the page's nonce goes to libraries with styles of their own", () => {
  vi.stubGlobal("document", { querySelector: () => ({ nonce: "n-1" }) });
  applyPagePolicy();
  expect(nonceOf.__webpack_nonce__).toBe("n-1");
});
