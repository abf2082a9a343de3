import { isOneLine } from "./plain-text.ts";

export const MAX_WEB_URL = 2000;

/** Whether a text is an address that a browser can open and that contains no user name or password. */
export function isWebUrl(text: string): boolean {
  // A lone surrogate can't be stored as UTF-8, but a URL accepts it as a character.
  if (!isOneLine(text) || !text.isWellFormed() || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
