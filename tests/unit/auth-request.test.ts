import { afterEach, expect, test, vi } from "vitest";
import { getAuth } from "#lib/client/account/auth-request.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what is never answered is given up like what cannot be sent, so that its form can be left", async () => {
  const patience = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit = {}) => {
    const answer = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => answer.reject(signal.reason));
    return answer.promise;
  });
  const asked = getAuth("/get-session");
  patience.abort(new DOMException("The operation timed out.", "TimeoutError"));
  await expect(asked).rejects.toMatchObject({ name: "AuthError", status: 0, code: "OFFLINE" });
});
