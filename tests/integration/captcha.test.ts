// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startCaptchaVerifier } from "#tests/doubles/captcha-verifier.ts";
import { authApi, newPerson, refusedWith } from "#tests/helpers/auth-api.ts";
import { mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

const SECRET = "secret-of-the-widget";
const verifier = await startCaptchaVerifier(SECRET);
Object.assign(process.env, {
  CAPTCHA_PROVIDER: "captcha-widget",
  CAPTCHA_SECRET_KEY: SECRET,
  CAPTCHA_VERIFY_URL: verifier.verifyUrl,
});

useMailbox();
afterAll(() => verifier.stop());
beforeEach(() => verifier.trouble(null));

const person = newPerson();
const GUARDED = [
  ["/sign-up/email", newPerson()],
  ["/sign-in/email", person],
  ["/request-password-reset", { email: person.email }],
  ["/email-otp/send-verification-otp", { email: person.email, type: "sign-in" }],
] as const;

describe.each(GUARDED)("%s", (path, body) => {
  test("asks for the captcha", async () => {
    expect(await authApi().post(path, body)).toEqual(refusedWith(400, "MISSING_RESPONSE"));
  });

  test("refuses a captcha that the verifier does not take", async () => {
    const answer = await authApi().post(path, body, { "x-captcha-response": "forged" });
    expect(answer).toEqual(refusedWith(400, "VERIFICATION_FAILED"));
  });

  test.each(["error", "garbage", "gone"] as const)(
    "lets nobody pass while the verifier is in trouble (%s)",
    async (kind) => {
      verifier.trouble(kind);
      const answer = await authApi().post(path, body, { "x-captcha-response": verifier.solve() });
      expect([400, 503]).toContain(answer.status);
      if (kind !== "garbage") {
        expect(answer).toEqual(refusedWith(503, "CAPTCHA_UNAVAILABLE"));
        expect(answer.headers.get("retry-after")).toBe("5");
      }
      expect(mailsTo("email" in body ? body.email : "")).toEqual([]);
    },
  );

  test("passes with a captcha that was solved", async () => {
    const answer = await authApi().post(path, body, { "x-captcha-response": verifier.solve() });
    expect(JSON.stringify(answer.body)).not.toMatch(/captcha/i);
    expect(answer.status).toBe(path === "/sign-in/email" ? 401 : 200);
  });

  test("is guarded for POST only", async () => {
    expect(await authApi().get(path)).toEqual(refusedWith(405, "METHOD_NOT_ALLOWED"));
  });
});

test("sign-ups at the same moment, each with a captcha of its own, all get the same answer", async () => {
  const same = newPerson();
  const sign = () => authApi().post("/sign-up/email", same, { "x-captcha-response": verifier.solve() });
  const answers = await Promise.all(Array.from({ length: 5 }, sign));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("other paths ask for none", async () => {
  const answer = await authApi().post("/email-otp/verify-email", { email: person.email, otp: "000000" });
  expect(answer).toEqual(refusedWith(400, "INVALID_OTP"));
});

test("the verifier hears the secret and who asks", async () => {
  await authApi().post("/sign-in/email", person, { "x-captcha-response": "seen" });
  expect(verifier.requests.at(-1)).toMatchObject({
    secret: SECRET,
    response: "seen",
    remoteip: expect.any(String),
  });
});
