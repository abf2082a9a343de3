/**
 * The ending of addresses that receive no mail (RFC 2606). Users whose sign-in provider gives no address get one with
 * this ending.
 */
const NOWHERE = ".invalid";

/**
 * Whether an account's address is no real one: nothing can be mailed to such an address, and no screen should show it.
 */
export function isPlaceholderEmail(email: string): boolean {
  return email.toLowerCase().endsWith(NOWHERE);
}

/**
 * Returns an address that no account has or can get, for checks that must take as long for an address without an
 * account as for one with an account.
 */
export function unusedEmail(): string {
  return `${crypto.randomUUID()}@nobody${NOWHERE}`;
}
