/** The digits of what was typed, pasted or filled in: full-width ones become ASCII, all else goes. */
export function otpDigits(text: string, length: number): string {
  return text.normalize("NFKC").replace(/\D/g, "").slice(0, length);
}
