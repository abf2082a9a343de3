import { describe, expect, test } from "vitest";
import {
  authApi,
  newPerson,
  refusedWith,
  type SignedIn,
  signUpAndVerify,
  signUpPerson,
} from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, mailsTo, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

const COMMON = refusedWith(400, "PASSWORD_TOO_COMMON");
const PERSONAL = refusedWith(400, "PASSWORD_TOO_PERSONAL");
const GOOD = "a better password";

interface Door {
  person: SignedIn;
  set: (password: string) => ReturnType<ReturnType<typeof authApi>["post"]>;
}

/** All ways to set the password of an existing account. None of them uses its code or token up when it is refused. */
const DOORS: [string, () => Promise<Door>][] = [
  [
    "a change",
    async () => {
      const person = await signUpAndVerify();
      const headers = { authorization: `Bearer ${person.token}` };
      const change = { currentPassword: person.password };
      const set = (newPassword: string) =>
        authApi().post("/change-password", { ...change, newPassword }, headers);
      return { person, set };
    },
  ],
  [
    "a reset by code",
    async () => {
      const person = await signUpAndVerify();
      const { email } = person;
      await authApi().post("/email-otp/request-password-reset", { email });
      const otp = lastCode(email);
      return {
        person,
        set: (password) => authApi().post("/email-otp/reset-password", { email, otp, password }),
      };
    },
  ],
  [
    "a reset by link",
    async () => {
      const person = await signUpAndVerify();
      await authApi().post("/request-password-reset", { email: person.email });
      const link = new URL(mailsTo(person.email).at(-1)?.link ?? "");
      const token = link.pathname.split("/").at(-1);
      return { person, set: (newPassword) => authApi().post("/reset-password", { token, newPassword }) };
    },
  ],
];

describe.each(DOORS)("%s of a password", (_, open) => {
  test("refuses what is tried first, and takes another one afterwards", async () => {
    const { person, set } = await open();
    const [local = ""] = person.email.split("@");
    expect(await set("Password123")).toEqual(COMMON);
    expect(await set("wayfare2026")).toEqual(PERSONAL);
    expect(await set(`${local}99`)).toEqual(PERSONAL);
    expect(await set("AnnLee 2026")).toEqual(PERSONAL);
    expect(await authApi().post("/sign-in/email", person)).toMatchObject({ status: 200 });
    expect(await set(GOOD)).toMatchObject({ status: 200 });
    expect(await authApi().post("/sign-in/email", { ...person, password: GOOD })).toMatchObject({
      status: 200,
    });
  });
});

describe("a sign-up", () => {
  test.each([
    ["Password123", COMMON],
    ["wayfare2026", PERSONAL],
    ["AnnLee 2026", PERSONAL],
  ])(
    "with %s is refused alike for known and unknown addresses, and mails nothing",
    async (password, refusal) => {
      const known = await signUpPerson();
      const unknown = newPerson();
      const mails = mailsTo(known.email).length;
      expect(await authApi().post("/sign-up/email", { ...known, password })).toEqual(refusal);
      expect(await authApi().post("/sign-up/email", { ...unknown, password })).toEqual(refusal);
      expect(mailsTo(known.email)).toHaveLength(mails);
      expect(await userRow(unknown.email)).toBeUndefined();
    },
  );

  test("takes no such password along with the code either, which stays good", async () => {
    const { email } = await signUpPerson();
    const otp = lastCode(email);
    const verify = (password: string) => authApi().post("/email-otp/verify-email", { email, otp, password });
    expect(await verify("Password123")).toEqual(COMMON);
    expect(await verify("wayfare2026")).toEqual(PERSONAL);
    expect(await verify(GOOD)).toMatchObject({ status: 200 });
  });
});

describe("whether an address has an account", () => {
  test("is not told by the reset of a password: a name counts only with the right code", async () => {
    const { email } = await signUpAndVerify();
    for (const address of [email, newPerson().email]) {
      const guess = { email: address, otp: "000000", password: "AnnLee 2026" };
      expect(await authApi().post("/email-otp/reset-password", guess)).toEqual(
        refusedWith(400, "INVALID_OTP"),
      );
      expect(
        await authApi().post("/email-otp/reset-password", { ...guess, password: "Password123" }),
      ).toEqual(COMMON);
    }
  });
});
