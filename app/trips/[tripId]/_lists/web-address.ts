import { isWebUrl } from "#lib/shared/web-url.ts";
import { cleanText } from "../_base/text/typed-text.ts";

export interface TypedLink {
  title: string;
  url: string;
}

const TITLE_LIMIT = 200;
/** An address with a protocol, or something like "example.com/menu". */
const ADDRESS = /https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/\S*)?/iu;

/**
 * Reads a web address, with or without its protocol, and the words beside it as its title. Without words, the title is
 * the address's host. Returns null when the text contains no address.
 */
export function readLink(typed: string): TypedLink | null {
  const text = cleanText(typed, { oneLine: true });
  const [found] = ADDRESS.exec(text) ?? [];
  if (found === undefined) return null;
  const address = found.replace(/[.,;:!?"'’”)\]}>]+$/u, (end) => closing(found, end));
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!isWebUrl(url)) return null;
  const words = text
    .replace(found, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s:：–—-]+|[\s:：–—-]+$/gu, "");
  return { title: short(words || hostOf(url)), url };
}

/** A bracket at the end belongs to the address if the address opens it, as in links to Wikipedia. */
function closing(address: string, end: string): string {
  return end.startsWith(")") && address.includes("(") ? ")" : "";
}

/** Returns the host of an address without "www."; the address itself if it has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url;
}

function short(text: string): string {
  return Array.from(text).slice(0, TITLE_LIMIT).join("");
}
