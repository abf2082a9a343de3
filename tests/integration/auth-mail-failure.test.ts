// @alone @long: loads the service's modules anew; mail that cannot be sent
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startMailApi, type MailApi } from "#tests/doubles/mail-api.ts";
import { authApi, newPerson } from "#tests/helpers/auth-api.ts";

let api: MailApi;

beforeAll(async () => {
  api = await startMailApi();
  vi.stubEnv("EMAIL_PROVIDER", "http-api");
  vi.stubEnv("EMAIL_FROM", "Wayfare <hello@trips.example>");
  vi.stubEnv("EMAIL_API_KEY", api.key);
  vi.stubEnv("EMAIL_API_URL", api.url);
  vi.resetModules();
});

afterAll(async () => {
  await (await import("#lib/server/process/database.ts")).closeDatabases();
  await api.stop();
  vi.unstubAllEnvs();
});

/**
 * Waits for deferred work of the modules that this test loaded with its own settings; the helpers use other instances.
 */
async function settled(): Promise<void> {
  await (await import("#lib/server/http/defer.ts")).awaitDeferredWork();
}

test("mails that can't be sent change no answer, and their log tells nobody's address, code or link", async () => {
  const { log } = await import("#lib/server/http/log.ts");
  const error = vi.spyOn(log(), "error").mockImplementation(() => undefined);
  const client = authApi(await import("#app/api/auth/[...all]/route.ts"));
  const person = newPerson();
  const toPerson = { email: person.email };
  api.failNext({ kind: "status", status: 422 }, 4);

  for (const [path, body, answer] of [
    ["/sign-up/email", person, { status: 200, body: { token: null } }],
    ["/sign-in/email", person, { status: 403, body: { code: "EMAIL_NOT_VERIFIED" } }],
    ["/email-otp/send-verification-otp", { ...toPerson, type: "email-verification" }, { status: 200 }],
    ["/request-password-reset", toPerson, { status: 200 }],
  ] as const) {
    expect(await client.post(path, body)).toMatchObject(answer);
    await settled();
  }

  expect(api.sent()).toEqual([]);
  expect(api.attempts()).toHaveLength(4);
  const lines = error.mock.calls.map(([fields, message]) => ({ fields: Object(fields), message }));
  expect(lines.map(({ message }) => message)).toEqual([
    "mail email-verification failed",
    "mail email-verification failed",
    "mail email-verification failed",
    "mail reset-password failed",
  ]);
  for (const { fields } of lines) {
    expect(Object.keys(fields)).toEqual(["err"]);
    const { message, stack, cause } = fields.err;
    expect(message).toBe("The mail provider answered 422 validation_error (1 try).");
    expect(cause).toBeUndefined();
    expect(stack).not.toMatch(/@people\.test|\b\d{6}\b|reset-password\//);
  }
});

test("a provider that recovers gets each mail once, in the words of its request", async () => {
  const handlers = await import("#app/api/auth/[...all]/route.ts");
  const [english, chinese] = [newPerson(), newPerson()];
  api.failNext({ kind: "lose-answer" });
  await authApi(handlers).post("/sign-up/email", english);
  await authApi(handlers).post("/sign-up/email", chinese, { "x-app-lang": "zh" });
  await settled();

  const [mail, ...repeats] = await api.mailsTo(english.email);
  expect(repeats).toEqual([]);
  const code = api.lastCodeTo(english.email);
  expect(mail).toMatchObject({
    from: "Wayfare <hello@trips.example>",
    subject: `${code} is your Wayfare verification code`,
    html: expect.stringContaining('lang="en"'),
  });
  expect((await api.mailsTo(chinese.email))[0]).toMatchObject({
    subject: `${api.lastCodeTo(chinese.email)} 是你的 Wayfare 邮箱验证码`,
    html: expect.stringContaining('lang="zh-CN"'),
  });
  const verified = { email: english.email, otp: code };
  expect(await authApi(handlers).post("/email-otp/verify-email", verified)).toMatchObject({ status: 200 });
});

test("an address that stands for none gets no mail", async () => {
  const { deliverMail } = await import("#lib/server/mail/deliver.ts");
  const { codeMail } = await import("#lib/server/mail/templates.ts");
  const before = api.attempts().length;
  deliverMail(codeMail("sign-in", "openid-1@mini-program.invalid", "042917", "en"));
  deliverMail(codeMail("sign-in", "openid-1@mini-program.INVALID", "042917", "en"));
  await settled();
  expect(api.attempts()).toHaveLength(before);
});
