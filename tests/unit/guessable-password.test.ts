import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { refuseGuessable } from "#lib/server/auth/guessable-password.ts";
import { PASSWORD_LENGTH } from "#lib/server/auth/request-hooks.ts";

const COMMON = { body: { code: "PASSWORD_TOO_COMMON" } };
const PERSONAL = { body: { code: "PASSWORD_TOO_PERSONAL" } };
const ANN = ["Ann Lee", "ann.lee+trips@example.com"];

test("of the most common passwords, more than the 3000 that are asked for could be chosen here", async () => {
  const possible = dictionary["passwords-common"].filter(
    ({ length }) => length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max,
  );
  expect(possible.length).toBeGreaterThan(15_000);
  for (const password of possible) await expect(refuseGuessable(password, [])).rejects.toMatchObject(COMMON);
});

test.each(["password", "PassWord", "ｐａｓｓｗｏｒｄ", "1234567890", "qwertyuiop", "iloveyou"])(
  "%s is one of them, however it is written",
  async (password) => {
    await expect(refuseGuessable(password, ANN)).rejects.toMatchObject(COMMON);
  },
);

test.each([
  "wayfare1",
  "Wayfare-2026",
  "wayfarewayfare!!",
  "annlee2026",
  "Ann.Lee+trips!",
  "ann-lee-ann-lee",
  "ann.lee@example.com",
  "LeeAnn123456",
  "wayfare qwerty",
])("%s is little more than the service's name or the person's", async (password) => {
  await expect(refuseGuessable(password, ANN)).rejects.toMatchObject(PERSONAL);
});

test("a Chinese name counts as a word too", async () => {
  await expect(refuseGuessable("王小明王小明12", ["王小明", "x@example.com"])).rejects.toMatchObject(
    PERSONAL,
  );
  await expect(refuseGuessable("李明 1234567", ["李明", "x@example.com"])).rejects.toMatchObject(PERSONAL);
});

test.each([
  "correct horse battery",
  "wayfare is for travellers",
  "annual plan of the cats",
  "ann 19880523 tokyo",
  " eight ch ",
  "大理的风花雪月真好",
])("%s may be chosen: there is no rule of composition", async (password) => {
  await expect(refuseGuessable(password, ANN)).resolves.toBeUndefined();
});

test("a name too short to be a word, or of signs alone, takes nothing from a password", async () => {
  await expect(refuseGuessable("correct horse", ["Al", "!!!", "", "a@b.test"])).resolves.toBeUndefined();
});
