import { foldBackupCode, foldCode, foldEmail } from "#lib/shared/typed-sign-in.ts";
import { type BodyFields, bodyFields } from "./body-fields.ts";

/* Addresses and codes are folded here and nowhere else: before anything is counted, looked up or spent, so that two
   spellings of one address are one account with one limit. */

type Fold = (text: string) => string;

const EVERYWHERE: Readonly<Record<string, Fold>> = { email: foldEmail, newEmail: foldEmail, otp: foldCode };
/** On these paths `code` is what a person has typed; elsewhere it is a platform's own. */
const SECOND_STEPS: Readonly<Record<string, Fold>> = {
  "/two-factor/verify-totp": foldCode,
  "/two-factor/verify-backup-code": foldBackupCode,
};

export interface FoldedBody {
  text: string;
  fields: BodyFields;
}

/** A body as it is meant; its text is the one that was sent where nothing had to be folded. */
export function foldedBody(path: string, text: string): FoldedBody {
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
