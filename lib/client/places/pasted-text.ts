import type { PastedText, PasteReading } from "#lib/shared/pasted-text.ts";
import { call } from "../base/api.ts";
import { placesApi } from "../base/operations.ts";

/** Finds places in a pasted text. @throws ApiError, ConnectionError, or the signal's reason */
export async function readPaste(
  tripId: string,
  body: PastedText,
  signal: AbortSignal,
): Promise<PasteReading> {
  return (await call(placesApi.readPaste, { params: { tripId }, body }, { signal })).data;
}

const MOST_LINKS = 200;
const LONGEST_WORDS = 300;
const LONGEST_LINK = 2000;

/** Returns the links of a copied page with their texts, in the page's order. Nothing of the page is loaded or run. */
export function linksIn(html: string): NonNullable<PastedText["links"]> {
  if (html === "") return [];
  const page = new DOMParser().parseFromString(html, "text/html");
  return [...page.querySelectorAll("a[href]")]
    .map((link) => ({
      text: (link.textContent ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim(),
      href: link.getAttribute("href") ?? "",
    }))
    .filter(({ text, href }) => text !== "" && text.length <= LONGEST_WORDS && isLink(href))
    .slice(0, MOST_LINKS);
}

function isLink(href: string): boolean {
  return href.length <= LONGEST_LINK && /^https?:\/\/[^\s\p{C}]+$/iu.test(href);
}
