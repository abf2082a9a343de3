import { afterEach, describe, expect, test, vi } from "vitest";
import { forgetPendingCode, readPendingCode, setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { createLazyModule } from "#app/_ui/lazy-module.ts";

describe("makePart", () => {
  test("fetches once, tells when the code is there, and keeps it", async () => {
    const fetchCode = vi.fn(() => Promise.resolve("code"));
    const part = createLazyModule(fetchCode);
    const come = vi.fn();
    part.subscribe(come);
    expect(part.get()).toBeNull();
    expect(await Promise.all([part.load(), part.load()])).toEqual(["code", "code"]);
    expect(await part.load()).toBe("code");
    expect(part.get()).toBe("code");
    expect(fetchCode).toHaveBeenCalledOnce();
    expect(come).toHaveBeenCalledOnce();
  });

  test("never rejects, and tries again when it is asked again", async () => {
    const fetchCode = vi.fn(() => Promise.resolve("code"));
    fetchCode.mockRejectedValueOnce(new Error("Failed to load chunk"));
    const part = createLazyModule(fetchCode);
    const come = vi.fn();
    part.subscribe(come);
    expect(await part.load()).toBeNull();
    expect(part.get()).toBeNull();
    expect(come).not.toHaveBeenCalled();
    expect(await part.load()).toBe("code");
    expect(come).toHaveBeenCalledOnce();
  });

  test("tells nobody who has left", async () => {
    const part = createLazyModule(() => Promise.resolve("code"));
    const come = vi.fn();
    part.subscribe(come)();
    await part.load();
    expect(come).not.toHaveBeenCalled();
  });
});

test.each([
  ["a key of a composition", { isComposing: true, keyCode: 13 }, true],
  ["Safari's Enter after a composition", { isComposing: false, keyCode: 229 }, true],
  ["a plain Enter", { isComposing: false, keyCode: 13 }, false],
])("isComposing of %s", (_what, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});

describe("the pending code", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is forgotten by the tab, while the page that used it goes on showing its form", () => {
    const stored = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    expect(readPendingCode()).toBeNull();
    setPendingCode({ email: "ann@people.test", sentAt: 1, reason: "new" });
    const shown = readPendingCode();
    expect(shown).toContain("ann@people.test");
    forgetPendingCode();
    expect(stored.size).toBe(0);
    expect(readPendingCode()).toBe(shown);
  });
});
