import type { BodyFields } from "./body-fields.ts";

/**
 * The fields that are passed on to better-auth, by path. It would store other fields unchecked, or let them change what
 * only the service may decide.
 */
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

/**
 * Fields with a URL to which the browser goes afterwards. better-auth writes them into a header, and fails for
 * characters that a header cannot contain.
 */
const PLACES = new Set(["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"]);
const UNWRITABLE = /[^\u0020-\u007e]/u;

/**
 * Returns the body without the fields that better-auth must not get. Where no body is needed, an absent body counts as
 * one without fields.
 */
export function withoutForbiddenFields(path: string, text: string, fields: BodyFields): string {
  const known = FIELDS[path];
  const places = [...fields].filter(([name, value]) => isUnwritable(name, value));
  // A body that is not an object is passed on unchanged, and better-auth refuses it.
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
