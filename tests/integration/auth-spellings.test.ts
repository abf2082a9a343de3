// @long: every spelling of addresses and codes; unit has the folding
import { expect, test } from "vitest";
import {
  type Answer,
  authApi,
  newPerson,
  refusedWith,
  sessionOf,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";
import { totp } from "#tests/helpers/totp.ts";

useMailbox();

/** Writes a text with full-width digits and stray spaces, as keyboards of other scripts and copied e-mails do. */
function oddly(text: string): string {
  return ` ${text.replaceAll(/[\d@]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))}\u00a0`;
}

function dashed(code: string): string {
  return `${code.slice(0, 3)} – ${code.slice(3)}`;
}

/** All endpoints that take an address and a code, each with a correct call. */
const WAYS: [string, (spell: (text: string) => string, code: (text: string) => string) => Promise<Answer>][] =
  [
    [
      "verify-email",
      async (spell, code) => {
        const { email } = await signUpPerson();
        return authApi().post("/email-otp/verify-email", { email: spell(email), otp: code(lastCode(email)) });
      },
    ],
    [
      "sign-in by code",
      async (spell, code) => {
        const { email } = await signUpAndVerify();
        await authApi().post("/email-otp/send-verification-otp", { email: spell(email), type: "sign-in" });
        return authApi().post("/sign-in/email-otp", { email: spell(email), otp: code(lastCode(email)) });
      },
    ],
    [
      "reset-password",
      async (spell, code) => {
        const { email } = await signUpAndVerify();
        await authApi().post("/email-otp/request-password-reset", { email: spell(email) });
        const reset = { email: spell(email), otp: code(lastCode(email)), password: "a fresh one of mine" };
        return authApi().post("/email-otp/reset-password", reset);
      },
    ],
    [
      "change-email",
      async (spell, code) => {
        const { email, token } = await signUpAndVerify();
        const [headers, newEmail] = [{ authorization: `Bearer ${token}` }, newPerson().email];
        await authApi().post("/email-otp/send-verification-otp", {
          email: spell(email),
          type: "change-email",
        });
        const asked = { newEmail: spell(newEmail), otp: code(lastCode(email)) };
        await authApi().post("/email-otp/request-email-change", asked, headers);
        const change = { newEmail: spell(newEmail), otp: code(lastCode(newEmail)) };
        const done = await authApi().post("/email-otp/change-email", change, headers);
        expect(await userRow(newEmail)).toMatchObject({ emailVerified: true });
        return done;
      },
    ],
    [
      "sign-up and sign-in by password",
      async (spell) => {
        const person = newPerson();
        await authApi().post("/sign-up/email", { ...person, email: spell(person.email) });
        const { email } = person;
        await authApi().post("/email-otp/verify-email", { email, otp: lastCode(email) });
        return authApi().post("/sign-in/email", { ...person, email: spell(email) });
      },
    ],
  ];

const SPELLINGS: [string, (text: string) => string, (text: string) => string][] = [
  ["full-width", oddly, oddly],
  ["dashes and capitals", (email) => `\u200b${email.toUpperCase()} `, dashed],
];

test.each(
  WAYS.flatMap(([way, use]) => SPELLINGS.map(([name, ...spell]) => [way, name, use, spell] as const)),
)("%s understands %s", async (_, __, use, [spell, code]) => {
  expect(await use(spell, code)).toMatchObject({ status: 200 });
});

test("an authenticator's code and a backup code are understood too", async () => {
  const person = await signUpAndVerify();
  const headers = { authorization: `Bearer ${person.token}` };
  const enabled = await authApi().post("/two-factor/enable", { password: person.password }, headers);
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
  const none = await authApi().post("/two-factor/verify-totp", { code: "12 34" }, headers);
  expect(none).toEqual(refusedWith(400, "INVALID_CODE", /six digits/));
  const code = oddly(dashed(totp(totpURI)));
  expect(await authApi().post("/two-factor/verify-totp", { code }, headers)).toMatchObject({ status: 200 });
  const { body } = await authApi().post("/sign-in/email", person);
  const { twoFactorToken } = body as { twoFactorToken: string };
  const backup = { code: oddly(backupCodes[0]?.replace("-", " ") ?? ""), twoFactorToken };
  const done = await authApi().post("/two-factor/verify-backup-code", backup);
  expect(sessionOf(done).token).not.toBe("");
});

test.each(["12345", "1234567", "12345x", "", "１２３４５", "code", "1".repeat(60)])(
  "%j is no code, which is said and costs no attempt",
  async (otp) => {
    const { email } = await signUpPerson();
    const right = lastCode(email);
    for (let attempt = 0; attempt < 4; attempt++) {
      const answer = await authApi().post("/email-otp/verify-email", { email, otp });
      expect(answer).toEqual(refusedWith(400, "INVALID_OTP", /six digits/));
    }
    expect(await authApi().post("/email-otp/verify-email", { email, otp: right })).toMatchObject({
      status: 200,
    });
  },
);

test("spellings of one address are counted together where a client's own address is unknown", async () => {
  const { email } = newPerson();
  const spellings = [email, oddly(email), email.toUpperCase(), email.replace(".", "。")];
  const statuses = [];
  for (const each of spellings) {
    const body = { email: each, otp: "123456" };
    statuses.push((await authApi(undefined, "").post("/email-otp/verify-email", body)).status);
  }
  expect(statuses).toEqual([400, 400, 400, 429]);
});

test("whoever is signed in is told what became of their own code, and nobody else is", async () => {
  const person = await signUpAndVerify();
  const headers = { authorization: `Bearer ${person.token}` };
  const request = (otp: string) => {
    const body = { newEmail: newPerson().email, otp };
    return authApi().post("/email-otp/request-email-change", body, headers);
  };
  const ask = async () => {
    const { email } = person;
    await authApi().post("/email-otp/send-verification-otp", { email, type: "change-email" }, headers);
    return lastCode(email);
  };
  const used = await ask();
  expect(await request(used)).toMatchObject({ status: 200 });
  expect(await request(used)).toEqual(refusedWith(400, "OTP_ALREADY_USED", /used already/));
  const next = await ask();
  const wrong = next === "000000" ? "000001" : "000000";
  for (const _ of [1, 2, 3]) expect(await request(wrong)).toEqual(refusedWith(400, "INVALID_OTP"));
  for (const _ of [1, 2]) expect(await request(next)).toEqual(refusedWith(403, "TOO_MANY_ATTEMPTS"));
  expect(await request(await ask())).toMatchObject({ status: 200 });

  const { email } = person;
  await authApi().post("/email-otp/request-password-reset", { email });
  const [otp, password] = [lastCode(email), "a fresh one of mine"];
  const reset = (sent: object) => authApi().post("/email-otp/reset-password", { email, password, ...sent });
  for (const _ of [1, 2, 3]) await reset({ otp: otp === "000000" ? "000001" : "000000" });
  expect(await reset({ otp })).toEqual(refusedWith(400, "INVALID_OTP"));
  expect(mailsTo(email).length).toBeGreaterThan(0);
});
