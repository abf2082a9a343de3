/* What people type or paste where an address or a code is asked for, as it is meant: keyboards of other scripts have
   full-width letters and digits, and mails are copied with spaces that nobody sees. */

/** White space and characters without a shape, such as marks of direction. */
const UNSEEN = /[\p{White_Space}\p{Cf}]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;
/** What IDNA reads as the dot between a domain's names, after NFKC. */
const IDEOGRAPHIC_STOP = /\u3002/g;

/** `Ａnn＠people。test ` → `ann@people.test`. What is no address stays none. */
export function foldEmail(text: string): string {
  return text.normalize("NFKC").replaceAll(UNSEEN, "").replaceAll(IDEOGRAPHIC_STOP, ".").toLowerCase();
}

/** `０４２ – 917` → `042917`. What is not six digits stays so. */
export function foldCode(text: string): string {
  return text.normalize("NFKC").replaceAll(UNSEEN, "").replaceAll(DASHES, "");
}

/** `ａB3dE fG5hJ` → `aB3dE-fG5hJ`, the form in which backup codes are shown; capitals and small letters differ. */
export function foldBackupCode(text: string): string {
  const code = foldCode(text);
  return /^[A-Za-z0-9]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code;
}

export function isSixDigits(text: string): boolean {
  return /^\d{6}$/.test(text);
}
