import { isWebUrl } from "#lib/shared/web-url.ts";
import { cleanText } from "../_base/text/typed-text.ts";

export interface TypedLink {
  title: string;
  url: string;
}

const TITLE_LIMIT = 200;
/** Marks after an address that end a sentence or a bracket, and marks between an address and its title. */
const ENDS = ".,;:!?\"'’”)]}>";
const JOINTS = " :：–—-";

/**
 * Reads a web address, with or without its protocol, and the words beside it as its title. Without words, the title is
 * the address's host. Returns null when the text contains no address.
 */
export function readLink(typed: string): TypedLink | null {
  const words = cleanText(typed, { oneLine: true }).split(/\s+/u);
  for (const [index, word] of words.entries()) {
    const begin = Math.max(0, word.search(/https?:\/\//i));
    const url = urlOf(withoutEnd(word.slice(begin)));
    if (url === null) continue;
    const beside = words.with(index, word.slice(0, begin)).join(" ");
    return { title: short(withoutJoints(beside) || hostOf(url)), url };
  }
  return null;
}

/** Returns the address with its protocol; null when the text is no address. */
function urlOf(text: string): string | null {
  if (/^https?:\/\//i.test(text)) return isWebUrl(text) ? text : null;
  const labels = (text.split(/[/:?#]/)[0] ?? "").split(".");
  const isHost = labels.length > 1 && labels.every((label) => label !== "");
  const url = `https://${text}`;
  return isHost && /^\p{L}{2,}$/u.test(labels.at(-1) ?? "") && isWebUrl(url) ? url : null;
}

/**
 * Returns the address without the marks after it. A bracket at its end stays if the address contains the opening one,
 * as in links to Wikipedia.
 */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ENDS.includes(text.charAt(end - 1))) {
    if (text.charAt(end - 1) === ")" && text.includes("(")) break;
    end -= 1;
  }
  return text.slice(0, end);
}

function withoutJoints(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end && JOINTS.includes(text.charAt(begin))) begin += 1;
  while (end > begin && JOINTS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(begin, end);
}

/**
 * Returns the host of an address without "www.", in the letters in which it was written: `URL` would turn a host in other
 * scripts into Punycode, which nobody can read.
 */
export function hostOf(url: string): string {
  const host = url.replace(/^https?:\/\//i, "").split(/[/?#]/)[0] ?? "";
  return host.toLowerCase().replace(/^www\./, "");
}

function short(text: string): string {
  return Array.from(text).slice(0, TITLE_LIMIT).join("");
}
