import { afterEach, expect, test, vi } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#lib/local/client-address.ts";
import { warnOfUnknownProxy } from "#lib/local/forwarded-callers.ts";
import { log } from "#lib/server/http/log.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a proxy whose callers share one allowance is told of once", () => {
  for (const name of ["BETTER_AUTH_SECRET", "REALTIME_SECRET", "INTERNAL_SECRET"])
    vi.stubEnv(name, "s".repeat(32));
  vi.stubEnv("BASE_URL", "http://localhost:3000");
  vi.stubEnv("DATABASE_URL", "postgresql://a:b@127.0.0.1:1/c");
  vi.stubEnv("CLIENT_IP_HEADER", CLIENT_ADDRESS_HEADER);
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  warnOfUnknownProxy({ headers: {} });
  expect(warn).not.toHaveBeenCalled();
  for (let n = 0; n < 3; n++) warnOfUnknownProxy({ headers: { "x-forwarded-for": "203.0.113.7" } });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/set CLIENT_IP_HEADER/)]]);
});
