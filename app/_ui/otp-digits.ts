/** Returns the digits of a text that was typed, pasted or filled in; full-width digits become ASCII. */
export function otpDigits(text: string, length: number): string {
  return text.normalize("NFKC").replace(/\D/g, "").slice(0, length);
}
