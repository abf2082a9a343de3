import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";

/** The newest code that the console printed for an address. */
export async function codeFor(email: string): Promise<string> {
  const file = process.env.APP_LOG ?? "";
  const pattern = new RegExp(`To: ${email.replaceAll(/[.+]/g, "\\$&")}[^─]*?Code: (\\d{6})`, "g");
  const find = () => [...readFileSync(file, "utf8").matchAll(pattern)].at(-1)?.[1];
  await expect.poll(find, { message: `a code for ${email}` }).toBeTruthy();
  return find() ?? "";
}
