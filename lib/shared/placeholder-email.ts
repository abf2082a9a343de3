/** The ending of addresses that stand for none (RFC 2606): of people whom a provider vouches for without an address. */
const NOWHERE = ".invalid";

/** Whether an account has no address yet: nothing can be mailed to it, and nothing of it should be shown. */
export function isPlaceholderEmail(email: string): boolean {
  return email.toLowerCase().endsWith(NOWHERE);
}
