import { APIError } from "better-auth/api";

/** Names of the service, which everybody who guesses its passwords tries first. */
const OWN_WORDS = ["wayfare"];
const SHORTEST_WORD = 3;
/** The fewest characters that a password must have beside words that anybody knows about its owner. */
const SHORTEST_REST = 5;

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads the 49,000 passwords that leaked most often, all in lower case: 380 kB of code, and 4 MB of memory once they
 * are used.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return known;
}

/**
 * Refuses a password that attackers try first: one of the most common passwords, or the service's name or a word of its
 * owner (`about`: name, address) with few other characters. It does not check the length.
 * @throws APIError PASSWORD_TOO_COMMON or PASSWORD_TOO_PERSONAL (400)
 */
export async function refuseGuessable(password: string, about: readonly string[]): Promise<void> {
  const common = await commonPasswords();
  const plain = folded(password);
  if (common.has(plain)) {
    throw new APIError("BAD_REQUEST", {
      code: "PASSWORD_TOO_COMMON",
      message: "This is one of the passwords that are used most, and so tried first. Choose another one.",
    });
  }
  const rest = without(lettersOf(plain), wordsOf(about));
  if (rest === null || (rest.length >= SHORTEST_REST && !common.has(rest))) return;
  throw new APIError("BAD_REQUEST", {
    code: "PASSWORD_TOO_PERSONAL",
    message: "This password is little more than your name, your address or ours. Choose another one.",
  });
}

/** Returns the text in NFKC, which is also what the password's hash is made from, and in lower case. */
function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Returns the words of the owner, the longest first: of `ann.lee@…` the whole comes before its halves. */
function wordsOf(about: readonly string[]): string[] {
  const texts = about.map(folded).flatMap((text) => [text, text.split("@")[0] ?? ""]);
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...OWN_WORDS, ...texts.map(lettersOf), ...parts]
    .filter(isWord)
    .toSorted((a, b) => b.length - a.length);
}

/** Whether the text is long enough for a word. In Chinese two characters are a whole name. */
function isWord(word: string): boolean {
  return word.length >= SHORTEST_WORD || (word.length === 2 && /^\p{Script=Han}+$/u.test(word));
}

/** Returns the text without the words, or null when the text contains none of them. */
function without(text: string, words: readonly string[]): string | null {
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), text);
  return rest === text ? null : rest;
}
