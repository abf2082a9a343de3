// @long: more passwords than can be hashed at once
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { hashPassword } from "#lib/server/auth/password.ts";
import { authApi, newPerson, ORIGIN, refusedWith, signUpAndVerify } from "#tests/helpers/auth-api.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { lastCode, useMailbox } from "#tests/helpers/mailbox.ts";

useMailbox();

/** The number of passwords that occupy everything: at most two are hashed at once, and 32 wait in the queue. */
const CROWD = 34;

/** Keeps all slots for hashing and the whole queue occupied, as very many sign-ins would. */
function crowd(): { leave: () => Promise<void> } {
  const flood = { isOver: false };
  async function stay(): Promise<void> {
    while (!flood.isOver) await hashPassword("somebody's password").catch(() => pause(5));
  }
  const people = Array.from({ length: CROWD }, stay);
  return {
    async leave() {
      flood.isOver = true;
      await Promise.all(people);
    },
  };
}

test("more passwords than can be checked in a few seconds are refused at once, and nothing is written", async () => {
  const person = await signUpAndVerify();
  const own = { cookie: person.cookie, origin: ORIGIN };
  await authApi().post("/email-otp/request-password-reset", { email: person.email });
  const reset = { email: person.email, otp: lastCode(person.email), password: "another password" };
  const stranger = newPerson();
  const flood = crowd();
  const answers = [
    await authApi().post("/sign-in/email", person),
    await authApi().post("/sign-in/email", stranger),
    await authApi().post("/sign-up/email", stranger),
    await authApi().post("/sign-up/email", person),
    await authApi().post(
      "/change-password",
      { currentPassword: person.password, newPassword: "another password" },
      own,
    ),
    await authApi().post("/email-otp/reset-password", reset),
  ];
  await flood.leave();
  for (const answer of answers) {
    expect(answer).toEqual(refusedWith(503, "UNAVAILABLE", /Send the same request again/));
    expect(answer.headers.get("retry-after")).toBe("1");
  }
  expect(await userRow(stranger.email)).toBeUndefined();
  expect(await authApi().post("/sign-in/email", person)).toMatchObject({ status: 200 });
  expect(await authApi().post("/email-otp/reset-password", reset)).toMatchObject({ status: 200 });
});
