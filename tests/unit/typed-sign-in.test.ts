import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeBody } from "#lib/server/auth/normalized-body.ts";
import {
  normalizeBackupCode,
  normalizeCode,
  normalizeEmail,
  isSixDigits,
} from "#lib/shared/typed-sign-in.ts";

/** White space and marks that a keyboard, an e-mail or a chat can insert. */
const UNSEEN = [
  " ",
  "\u00a0",
  "\u3000",
  "\u2009",
  "\u202f",
  "\t",
  "\n",
  "\u200b",
  "\ufeff",
  "\u200f",
  "\u2066",
];
const DASHES = ["-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\uff0d"];

/** Generates spellings of a text: each character normal or full-width, with stray characters between them. */
function spellings(text: string, between: readonly string[]) {
  const letter = (plain: string) =>
    fc.tuple(
      fc.constantFrom(plain, fullWidth(plain)),
      fc.array(fc.constantFrom(...between), { maxLength: 2 }),
    );
  return fc
    .tuple(...text.split("").map(letter))
    .map((letters) => letters.map(([plain, after]) => plain + after.join("")).join(""));
}

function fullWidth(plain: string): string {
  const code = plain.charCodeAt(0);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : plain;
}

const SixDigits = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, "0"));
const Address = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9][a-z0-9.+_-]{0,12}[a-z0-9]$/),
    fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z]$/),
  )
  .map(([name, host]) => `${name}@${host}.test`);

test("every spelling of a code is that code", () => {
  const spelt = SixDigits.chain((code) =>
    spellings(code, [...UNSEEN, ...DASHES]).map((typed) => ({ code, typed })),
  );
  fc.assert(fc.property(spelt, ({ code, typed }) => normalizeCode(typed) === code));
});

test("every spelling of an address is that address, in small letters", () => {
  const spelt = Address.chain((address) =>
    spellings(address, UNSEEN).map((typed) => ({ address, typed: typed.replace("．", "。") })),
  );
  fc.assert(
    fc.property(spelt, ({ address, typed }) => {
      expect(normalizeEmail(typed)).toBe(address);
      expect(normalizeEmail(typed.toUpperCase())).toBe(address);
    }),
  );
});

test("what was folded once stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      for (const fold of [normalizeCode, normalizeEmail, normalizeBackupCode]) {
        const once = fold(text);
        expect(fold(once)).toBe(once);
      }
    }),
  );
});

test.each([
  "",
  "12345",
  "1234567",
  "12345x",
  "12.345.6",
  "+123456",
  "１２３４５",
  "一二三四五六",
  "１２３，４５６",
])("%j is no code, however it is folded", (text) => {
  expect(isSixDigits(normalizeCode(text))).toBe(false);
});

test.each([
  ["aB3dE-fG5hJ", "aB3dE-fG5hJ"],
  [" aB3dE–fG5hJ\u00a0", "aB3dE-fG5hJ"],
  ["ａＢ３ｄＥｆＧ５ｈＪ", "aB3dE-fG5hJ"],
  ["aB3dE fG5h", "aB3dEfG5h"],
])("the backup code %j is %j", (typed, code) => {
  expect(normalizeBackupCode(typed)).toBe(code);
});

function codeAt(path: string): unknown {
  return normalizeBody(path, '{"code":"１２３ ４５６"}').fields.get("code");
}

describe("a body", () => {
  test("keeps its text where nothing had to be folded, and everything that is no address or code", () => {
    for (const text of [
      '{"email": "ann@people.test",  "password":"Ａ b"}',
      "",
      "[1]",
      "nonsense",
      '{"otp":5}',
    ]) {
      expect(normalizeBody("/sign-in/email", text).text).toBe(text);
    }
    const body = {
      email: " Ann＠People.test",
      password: " Ａ b ",
      name: "Ａnn ",
      remember: true,
      code: "１",
    };
    expect(JSON.parse(normalizeBody("/sign-up/email", JSON.stringify(body)).text)).toEqual({
      ...body,
      email: "ann@people.test",
    });
  });

  test("has a person's code on the paths of the second factor, and a platform's elsewhere", () => {
    expect(codeAt("/two-factor/verify-totp")).toBe("123456");
    expect(codeAt("/two-factor/verify-backup-code")).toBe("123456");
    expect(codeAt("/mini-program/sign-in")).toBe("１２３ ４５６");
  });
});
