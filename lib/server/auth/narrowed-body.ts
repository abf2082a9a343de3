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

/** A body without what is not for better-auth. No body at all, where none is needed, is one without fields. */
export function narrowedBody(path: string, text: string, fields: BodyFields): string {
  const known = FIELDS[path];
  // What is no object is refused as it is.
  if (!known || (text !== "" && fields.size === 0)) return text;
  return JSON.stringify(Object.fromEntries([...fields].filter(([name]) => known.includes(name))));
}
