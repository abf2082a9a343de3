import { normalizeBackupCode, normalizeCode, normalizeEmail } from "#lib/shared/typed-sign-in.ts";
import { type BodyFields, bodyFields } from "./body-fields.ts";

/*
 * Only this file normalises e-mail addresses and codes. It runs before anything is counted, looked up or used up, so
 * that two spellings of one address are one account with one rate limit.
 */

type Fold = (text: string) => string;

const EVERYWHERE: Readonly<Record<string, Fold>> = {
  email: normalizeEmail,
  newEmail: normalizeEmail,
  otp: normalizeCode,
};
/** Paths on which `code` was typed by a user; on other paths it is the code of a platform. */
const SECOND_STEPS: Readonly<Record<string, Fold>> = {
  "/two-factor/verify-totp": normalizeCode,
  "/two-factor/verify-backup-code": normalizeBackupCode,
};

export interface NormalizedBody {
  text: string;
  fields: BodyFields;
}

/** Returns the body with normalised fields. If no field changed, its text is the text that was sent. */
export function normalizeBody(path: string, text: string): NormalizedBody {
  const fields = bodyFields(text);
  const folds: Record<string, Fold> = { ...EVERYWHERE };
  const second = SECOND_STEPS[path];
  if (second) folds.code = second;
  const folded = [...fields].map(([name, value]) => [name, foldedValue(folds[name], value)] as const);
  if (folded.every(([name, value]) => fields.get(name) === value)) return { text, fields };
  return { text: JSON.stringify(Object.fromEntries(folded)), fields: new Map(folded) };
}

function foldedValue(fold: Fold | undefined, value: unknown): unknown {
  return fold && typeof value === "string" ? fold(value) : value;
}
