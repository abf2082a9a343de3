import { APIError } from "better-auth/api";

/** Names of the service; everybody who guesses at its passwords begins with them. */
const OWN_WORDS = ["wayfare"];
const SHORTEST_WORD = 3;
/** What has to be left of a password beside words that anybody knows of its owner. */
const SHORTEST_REST = 5;

let known: Promise<ReadonlySet<string>> | undefined;

/** 49,000 passwords that leaked most often, all in lower case: 380 kB of code and 4 MB of memory, once they are asked for. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return known;
}

/**
 * Refuses a password that is tried before all others: one of the most common, or the service's name, or a word that
 * belongs to its owner (`about`: name, address), with little else. Lengths are others' business.
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

/** NFKC is what the hash is made of, too. */
function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The longest first: of `ann.lee@…` the whole goes before its halves. */
function wordsOf(about: readonly string[]): string[] {
  const texts = about.map(folded).flatMap((text) => [text, text.split("@")[0] ?? ""]);
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...OWN_WORDS, ...texts.map(lettersOf), ...parts]
    .filter(isWord)
    .toSorted((a, b) => b.length - a.length);
}

/** Two characters are a whole name in Chinese. */
function isWord(word: string): boolean {
  return word.length >= SHORTEST_WORD || (word.length === 2 && /^\p{Script=Han}+$/u.test(word));
}

/** What is left of the text; null when it holds none of the words. */
function without(text: string, words: readonly string[]): string | null {
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), text);
  return rest === text ? null : rest;
}
