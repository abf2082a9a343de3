/* Who signs up with somebody else's address has no code, and who has the code may choose the password: so it goes along
   with the code. In this page's memory only, for the address it was typed with. */

let chosen: { email: string; password: string } | null = null;

export function keepChosenPassword(email: string, password: string): void {
  chosen = { email: email.trim().toLowerCase(), password };
}

export function chosenPassword(email: string): { password?: string } {
  return chosen?.email === email.trim().toLowerCase() ? { password: chosen.password } : {};
}
