import { isOneLine } from "./plain-text.ts";

export const MAX_WEB_URL = 2000;

/** An address that a browser opens, without the name or password of somebody in it. */
export function isWebUrl(text: string): boolean {
  // A lone surrogate can't be stored as UTF-8, and a URL takes it for a character.
  if (!isOneLine(text) || !text.isWellFormed() || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}
