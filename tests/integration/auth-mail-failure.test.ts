import { afterEach, expect, test, vi } from "vitest";
import { authApi, newPerson } from "#tests/helpers/auth-api.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test("a mail that can't be sent changes no answer", async () => {
  vi.stubEnv("EMAIL_PROVIDER", "http-api");
  vi.stubEnv("EMAIL_FROM", "Wayfare <hello@trips.example>");
  vi.stubEnv("EMAIL_API_KEY", "mail-key");
  // Nobody listens there.
  vi.stubEnv("EMAIL_API_URL", "http://127.0.0.1:65535");
  vi.resetModules();
  const handlers = await import("#app/api/auth/[...all]/route.ts");
  const person = newPerson();
  const api = authApi(handlers);
  expect(await api.post("/sign-up/email", person)).toMatchObject({ status: 200, body: { token: null } });
  expect(await api.post("/sign-in/email", person)).toMatchObject({
    status: 403,
    body: { code: "EMAIL_NOT_VERIFIED" },
  });
  const resend = { email: person.email, type: "email-verification" };
  expect(await api.post("/email-otp/send-verification-otp", resend)).toMatchObject({ status: 200 });
  expect(await api.post("/request-password-reset", { email: person.email })).toMatchObject({ status: 200 });
  await (await import("#lib/server/http/defer.ts")).settleDeferred();
  await (await import("#lib/server/database.ts")).closeDatabases();
});
