/* The password of a sign-up is sent again together with the code, because only whoever has the code may choose the
   password: a stranger who signs up with somebody else's address has no code. The password stays in the memory of
   this page, for the address with which it was typed. */

let chosen: { email: string; password: string } | null = null;

export function keepChosenPassword(email: string, password: string): void {
  chosen = { email: email.trim().toLowerCase(), password };
}

export function chosenPassword(email: string): { password?: string } {
  return chosen?.email === email.trim().toLowerCase() ? { password: chosen.password } : {};
}
