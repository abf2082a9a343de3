// @long: fills the limits of second codes
import { expect, test } from "vitest";
import { authApi, ORIGIN, refusedWith, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf } from "#tests/helpers/provider-walk.ts";
import { totp } from "#tests/helpers/totp.ts";

useMailbox();

async function enrolled() {
  const person = await signUpAndVerify();
  const own = { cookie: person.cookie, origin: ORIGIN };
  const { body } = await authApi().post("/two-factor/enable", { password: person.password }, own);
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
  await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, own);
  return { ...person, backupCodes };
}

type Enrolled = Awaited<ReturnType<typeof enrolled>>;

async function challenged({ email, password }: Enrolled): Promise<Record<string, string>> {
  const answer = await authApi().post("/sign-in/email", { email, password }, { origin: ORIGIN });
  return { origin: ORIGIN, cookie: cookiesOf(answer.headers) };
}

function wrongTotp(headers: Record<string, string>) {
  return authApi().post("/two-factor/verify-totp", { code: "000000" }, headers);
}

function byBackup(headers: Record<string, string>, code: string | undefined) {
  return authApi().post("/two-factor/verify-backup-code", { code }, headers);
}

test("a second factor after too many wrong codes of the authenticator in one sign-in takes a backup code all the same", async () => {
  const person = await enrolled();
  const headers = await challenged(person);
  for (let time = 0; time < 5; time++) expect((await wrongTotp(headers)).status).toBe(401);
  expect(await byBackup(headers, person.backupCodes[0])).toMatchObject({ status: 200 });
});

test("a second factor whose authenticator is locked for the whole account takes one too, and stays locked", async () => {
  const person = await enrolled();
  for (let round = 0; round < 2; round++) {
    const headers = await challenged(person);
    for (let time = 0; time < 5; time++) await wrongTotp(headers);
  }
  const headers = await challenged(person);
  expect(await wrongTotp(headers)).toEqual(refusedWith(429, "ACCOUNT_TEMPORARILY_LOCKED"));
  expect(await byBackup(headers, person.backupCodes[0])).toMatchObject({ status: 200 });
  const later = await challenged(person);
  expect(await wrongTotp(later)).toEqual(refusedWith(429, "ACCOUNT_TEMPORARILY_LOCKED"));
});

test("a second factor takes few backup codes, and wrong ones leave the authenticator's alone", async () => {
  const person = await enrolled();
  const headers = await challenged(person);
  const answers = [];
  for (let time = 0; time < 12; time++) answers.push((await byBackup(headers, `wrong-${time}`)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const late = await byBackup(await challenged(person), person.backupCodes[0]);
  expect(late).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(60);
  expect(await wrongTotp(headers)).toEqual(refusedWith(401, "INVALID_CODE"));
});
