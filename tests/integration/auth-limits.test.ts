import { describe, expect, test } from "vitest";
import { authApi, newPerson, refusedWith, signedIn } from "#tests/helpers/auth-api.ts";
import { mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

/* Every call comes from an address of its own: what is limited here is limited for all of them together. */

useMailbox();

const MOST_TRIES = 300;
const MOST_MAILS = 40;

async function tryOften(times: number, attempt: (index: number) => Promise<{ status: number }>) {
  const answers = [];
  for (let start = 0; start < times; start += 20) {
    const indexes = Array.from({ length: Math.min(20, times - start) }, (_, index) => start + index);
    answers.push(...(await Promise.all(indexes.map(attempt))));
  }
  return answers;
}

describe.each([
  ["somebody's account", true],
  ["an address that nobody has", false],
])("%s", (_, exists) => {
  test("takes so many codes in an hour, by whichever path and from wherever", async () => {
    const { email } = exists ? await signedIn() : newPerson();
    const paths = [
      ["/email-otp/verify-email", {}],
      ["/sign-in/email-otp", {}],
      ["/email-otp/reset-password", { password: "long enough" }],
    ] as const;
    const guess = (index: number) => {
      const [path, more] = paths[index % paths.length] ?? paths[0];
      return authApi().post(path, { email, otp: String(index).padStart(6, "0"), ...more });
    };
    // Whoever has an account has used one up for it.
    const answers = await tryOften(MOST_TRIES - (exists ? 1 : 0), guess);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    const late = await guess(MOST_TRIES);
    expect(late).toEqual(refusedWith(429, "RATE_LIMITED"));
  });

  test("gets so many mails in an hour, and everybody is answered as before", async () => {
    const { email } = exists ? await signedIn() : newPerson();
    const ask = () => authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const answers = await tryOften(MOST_MAILS + 5, ask);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(mailsTo(email)).toHaveLength(exists ? MOST_MAILS : 0);
  });
});

test("one address alone uses up no account's tries", async () => {
  const { email, password } = await signedIn();
  const one = authApi();
  const answers = await tryOften(MOST_TRIES + 50, () =>
    one.post("/email-otp/verify-email", { email, otp: "000000" }),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(MOST_TRIES);
  const other = await authApi().post("/email-otp/verify-email", { email, otp: "000000" });
  expect(other).toEqual(refusedWith(400, "INVALID_OTP"));
  expect(await authApi().post("/sign-in/email", { email, password })).toMatchObject({ status: 200 });
});
