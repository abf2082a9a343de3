import type { BodyFields } from "./body-fields.ts";

/** Fields that reach better-auth: it would store the rest unread, or let it change what is the service's to say. */
const FIELDS: Record<string, readonly string[]> = {
  "/sign-in/social": [
    "provider",
    "callbackURL",
    "errorCallbackURL",
    "newUserCallbackURL",
    "disableRedirect",
    "idToken",
    "requestSignUp",
    "loginHint",
  ],
  "/sign-in/anonymous": ["inviteToken", "name"],
  "/two-factor/enable": ["password"],
};

/** Where to go on. better-auth writes it into a header, and fails at what a header cannot hold. */
const PLACES = new Set(["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"]);
const UNWRITABLE = /[^\u0020-\u007e]/u;

/** A body without what is not for better-auth. No body at all, where none is needed, is one without fields. */
export function narrowedBody(path: string, text: string, fields: BodyFields): string {
  const known = FIELDS[path];
  const places = [...fields].filter(([name, value]) => isUnwritable(name, value));
  // What is no object is refused as it is.
  if ((!known && places.length === 0) || (text !== "" && fields.size === 0)) return text;
  const kept = [...fields].filter(([name]) => known?.includes(name) ?? true);
  const written = places.map(([name, value]) => [name, encoded(String(value))] as const);
  return JSON.stringify(Object.fromEntries([...kept, ...written]));
}

function isUnwritable(name: string, value: unknown): boolean {
  return PLACES.has(name) && typeof value === "string" && UNWRITABLE.test(value);
}

function encoded(place: string): string {
  return place.toWellFormed().replaceAll(/[^\u0020-\u007e]+/gu, (letters) => encodeURIComponent(letters));
}
