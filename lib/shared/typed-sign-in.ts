/*
 * Normalizes what users type or paste as an address or a code: keyboards of other scripts have full-width letters and
 * digits, and texts copied from mails contain invisible spaces.
 */

/** White space and invisible characters, such as marks of direction. */
const UNSEEN = /[\p{White_Space}\p{Cf}]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
/** The character that IDNA reads as the dot between a domain's labels, after NFKC. */
const IDEOGRAPHIC_STOP = /\u3002/g;

/** `Ａnn＠people。test ` → `ann@people.test`. A text that is no address stays none. */
export function normalizeEmail(text: string): string {
  return text.normalize("NFKC").replaceAll(UNSEEN, "").replaceAll(IDEOGRAPHIC_STOP, ".").toLowerCase();
}

/** `０４２ – 917` → `042917`. A text that does not consist of six digits does not become a code. */
export function normalizeCode(text: string): string {
  return text.normalize("NFKC").replaceAll(UNSEEN, "").replaceAll(DASHES, "");
}

/** `ａB3dE fG5hJ` → `aB3dE-fG5hJ`, the form in which backup codes are shown. Capitals and small letters differ. */
export function normalizeBackupCode(text: string): string {
  const code = normalizeCode(text);
  return /^[A-Za-z0-9]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code;
}

export function isSixDigits(text: string): boolean {
  return /^\d{6}$/.test(text);
}
