// @alone @long: sets the environment, which the service reads once; every mail to the owner of an account
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { accounts } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import { newOpenIdPerson } from "#tests/doubles/openid-provider.ts";
import { startPrimaryProvider } from "#tests/helpers/primary-provider.ts";
import {
  authApi,
  newPerson,
  ORIGIN,
  sessionOf,
  type SignedIn,
  signUpAndVerify,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { send } from "#tests/helpers/handlers.ts";
import { lastCode, mailsTo, type PrintedMail, useMailbox } from "#tests/helpers/mailbox.ts";
import { cookiesOf, walkThroughProvider } from "#tests/helpers/provider-walk.ts";
import { totp } from "#tests/helpers/totp.ts";

const openId = await startPrimaryProvider();

useMailbox();
afterAll(() => openId.stop());

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

function withBearer({ token }: Pick<SignedIn, "token">): Record<string, string> {
  return { authorization: `Bearer ${token}`, "user-agent": FIREFOX };
}

/** Returns the e-mails to an address that only inform and contain no code and no link. */
function noticesTo(email: string): PrintedMail[] {
  return mailsTo(email).filter(({ code, link }) => code === null && link === null);
}

function kindsTo(email: string): string[] {
  return noticesTo(email).map(({ kind }) => kind);
}

async function askedCode(email: string, type: string): Promise<string> {
  await authApi().post("/email-otp/send-verification-otp", { email, type });
  return lastCode(email);
}

const PASSWORD = "a fresh one of mine";
const agent = { "user-agent": FIREFOX };

async function resetByCode({ email }: SignedIn) {
  const reset = { email, otp: await askedCode(email, "forget-password"), password: PASSWORD };
  return authApi().post("/email-otp/reset-password", reset, agent);
}

async function resetByLink({ email }: SignedIn) {
  await authApi().post("/request-password-reset", { email });
  const link = mailsTo(email).findLast((mail) => mail.link !== null)?.link;
  const token = /\/reset-password\/([^?]+)/.exec(link ?? "")?.[1];
  return authApi().post("/reset-password", { token, newPassword: PASSWORD }, agent);
}

async function withoutPassword({ email }: SignedIn): Promise<void> {
  const user = await userRow(email);
  await freshDatabase()
    .drizzle.delete(accounts)
    .where(eq(accounts.userId, user?.id ?? ""));
}

async function withSecondFactor(person: SignedIn): Promise<Record<string, string>> {
  const begun = await authApi().post("/two-factor/enable", { password: person.password }, withBearer(person));
  const { totpURI } = begun.body as { totpURI: string };
  const on = await authApi().post("/two-factor/verify-totp", { code: totp(totpURI) }, withBearer(person));
  return withBearer(sessionOf(on));
}

async function changeByCode(person: SignedIn) {
  const newEmail = newPerson().email;
  const asked = { newEmail, otp: await askedCode(person.email, "change-email") };
  await authApi().post("/email-otp/request-email-change", asked, withBearer(person));
  const change = { newEmail, otp: lastCode(newEmail) };
  return authApi().post("/email-otp/change-email", change, withBearer(person));
}

async function changeByLink(person: SignedIn) {
  const newEmail = newPerson().email;
  const follow = async (address: string) => {
    const { pathname, search } = new URL(mailsTo(address).findLast((mail) => mail.link !== null)?.link ?? "");
    return authApi().get(`${pathname.replace("/api/auth", "")}${search}`, withBearer(person));
  };
  await authApi().post("/change-email", { newEmail }, withBearer(person));
  await follow(person.email);
  expect(noticesTo(person.email)).toEqual([]);
  return follow(newEmail);
}

async function linkProvider(person: SignedIn) {
  openId.signInAs(newOpenIdPerson({ email: person.email }));
  const { callback } = await walkThroughProvider({ id: "idp-primary", url: openId.url });
  return callback;
}

/** Actions of an account's owner, each with the notices that the account's former address gets. */
const DEEDS: [string, (person: SignedIn) => Promise<{ status: number }>, string[]][] = [
  ["a reset by code", resetByCode, ["password-reset"]],
  ["a reset by link", resetByLink, ["password-reset"]],
  [
    "a first password by code",
    async (person) => {
      await withoutPassword(person);
      return resetByCode(person);
    },
    ["password-set"],
  ],
  [
    "a change of password",
    (person) => {
      const change = { currentPassword: person.password, newPassword: PASSWORD };
      return authApi().post("/change-password", change, withBearer(person));
    },
    ["password-changed"],
  ],
  ["a change of address by code", changeByCode, ["address-changed"]],
  ["a change of address by link", changeByLink, ["address-changed"]],
  [
    "two-factor turned on, new backup codes, and off",
    async (person) => {
      const headers = await withSecondFactor(person);
      await authApi().post("/two-factor/generate-backup-codes", {}, headers);
      return authApi().post("/two-factor/disable", {}, headers);
    },
    ["two-factor-on", "backup-codes-renewed", "two-factor-off"],
  ],
  ["a provider that is linked", linkProvider, ["provider-linked", "new-device"]],
];

test.each(DEEDS)("the owner is told of %s", async (_, deed, kinds) => {
  const person = await signUpAndVerify();
  expect((await deed(person)).status).toBeLessThan(400);
  expect(kindsTo(person.email)).toEqual(kinds);
  const [notice] = noticesTo(person.email);
  expect(notice?.text).toMatch(/ \(UTC\)/);
  expect(notice?.text).toContain(String(new Date().getUTCFullYear()));
  expect(notice?.text).toMatch(/If this wasn't you/);
  expect(notice?.text).toMatch(/http:\/\/localhost:3000\/(account|forgot-password)/);
  if (!kinds.includes("new-device")) expect(notice?.text).toContain("Firefox on Linux");
});

const REFUSED: [string, (person: SignedIn) => Promise<{ status: number }>][] = [
  [
    "a wrong password at a change",
    (person) => {
      const change = { currentPassword: "not mine at all", newPassword: PASSWORD };
      return authApi().post("/change-password", change, withBearer(person));
    },
  ],
  [
    "a wrong code at a reset",
    ({ email }) => authApi().post("/email-otp/reset-password", { email, otp: "000000", password: PASSWORD }),
  ],
  [
    "two-factor that was off and is turned off",
    (person) => authApi().post("/two-factor/disable", {}, withBearer(person)),
  ],
  [
    "two-factor that is only begun",
    (person) => authApi().post("/two-factor/enable", { password: person.password }, withBearer(person)),
  ],
];

test.each(REFUSED)("nobody is told of %s", async (_, deed) => {
  const person = await signUpAndVerify();
  await deed(person);
  expect(kindsTo(person.email)).toEqual([]);
});

function changeOf({ password }: SignedIn): object {
  return { currentPassword: password, newPassword: PASSWORD };
}

test("a notice is in the owner's own language, else in the request's", async () => {
  const person = await signUpAndVerify();
  const headers = { ...withBearer(person), "x-app-lang": "zh" };
  await authApi().post("/change-password", changeOf(person), headers);
  expect(noticesTo(person.email)).toMatchObject([{ subject: "你的 Wayfare 密码已更改" }]);
  const chosen = await signUpAndVerify();
  await send(usersApi.updatePreferences, { token: chosen.token, body: { language: "en" } });
  await authApi().post("/change-password", changeOf(chosen), { ...withBearer(chosen), "x-app-lang": "zh" });
  expect(noticesTo(chosen.email)).toMatchObject([{ subject: "Your Wayfare password was changed" }]);
});

test("codes that somebody has mailed to an address keep no notice from it", async () => {
  const person = await signUpAndVerify();
  const { email } = person;
  for (let asked = 0; asked < 41; asked++) {
    await authApi().post("/email-otp/send-verification-otp", { email, type: "sign-in" });
  }
  const change = { currentPassword: person.password, newPassword: PASSWORD };
  await authApi().post("/change-password", change, withBearer(person));
  expect(kindsTo(email)).toEqual(["password-changed"]);
});

function browser(userAgent: string, cookie?: string): Record<string, string> {
  return { origin: ORIGIN, "user-agent": userAgent, ...(cookie !== undefined && { cookie }) };
}

describe("a sign-in on a device that was not used before", () => {
  test("is told, once for each browser, wherever it is", async () => {
    const person = await signUpAndVerify();
    const first = await authApi().post("/sign-in/email", person, browser(CHROME));
    const kept = cookiesOf(first.headers)
      .split("; ")
      .filter((pair) => pair.startsWith("wayfare-device="))
      .join();
    expect(first.headers.getSetCookie().join("\n")).toMatch(
      /wayfare-device=[\w-]{22}; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Lax/,
    );
    expect(noticesTo(person.email)).toMatchObject([
      { kind: "new-device", text: expect.stringContaining("Chrome on Windows") },
    ]);
    const again = await authApi().post("/sign-in/email", person, browser(CHROME, kept));
    expect(cookiesOf(again.headers)).not.toContain("wayfare-device");
    expect(noticesTo(person.email)).toHaveLength(1);
    await authApi().post("/sign-in/email", person, browser(CHROME));
    expect(noticesTo(person.email)).toHaveLength(2);
    const other = await signUpAndVerify();
    await authApi().post("/sign-in/email", other, browser(CHROME, kept));
    expect(noticesTo(other.email)).toHaveLength(1);
  });

  test("is told of a native client by what it calls itself", async () => {
    const person = await signUpAndVerify();
    const app = { "user-agent": "okhttp/4.12.0" };
    await authApi().post("/sign-in/email", person, app);
    await authApi().post("/sign-in/email", person, app);
    expect(noticesTo(person.email)).toMatchObject([
      { kind: "new-device", text: expect.stringContaining("an app on Android") },
    ]);
  });

  test("is none while the second factor is not given, nor at the first sign-in of all", async () => {
    const person = await signUpAndVerify();
    expect(noticesTo(person.email)).toEqual([]);
    await withSecondFactor(person);
    await authApi().post("/sign-in/email", person, browser(CHROME));
    expect(kindsTo(person.email)).toEqual(["two-factor-on"]);
    openId.signInAs(newOpenIdPerson());
    const walk = await walkThroughProvider({ id: "idp-primary", url: openId.url });
    const session = await authApi().get("/get-session", { cookie: walk.cookie });
    const { email } = (session.body as { user: { email: string } }).user;
    expect(kindsTo(email)).toEqual([]);
  });
});
