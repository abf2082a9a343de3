import { v7 as uuidv7 } from "uuid";

export function uniqueEmail(): string {
  return `${uuidv7()}@people.test`;
}

/** An IPv6 address in a /64 of its own, which is what limits count by. */
export function uniqueAddress(): string {
  const hex = uuidv7().replaceAll("-", "");
  return `2001:db8:${hex.slice(18, 22)}:${hex.slice(28)}::1`;
}
