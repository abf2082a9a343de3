import { v7 as uuidv7 } from "uuid";

export function uniqueEmail(): string {
  return `${uuidv7()}@people.test`;
}

/** Returns an IPv6 address in a /64 of its own, because rate limits count by /64. */
export function uniqueAddress(): string {
  const hex = uuidv7().replaceAll("-", "");
  return `2001:db8:${hex.slice(18, 22)}:${hex.slice(28)}::1`;
}
