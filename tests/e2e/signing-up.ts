import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { ownAddress } from "./addresses.ts";

export const PASSWORD = "correct horse battery staple";

/** Fills in the open form, from an address of its own, with the code that the service prints; waits to be let in. */
export async function signUpHere(page: Page, name: string): Promise<string> {
  const email = uniqueEmail();
  await page.context().setExtraHTTPHeaders(ownAddress());
  // Not "Your name", which the page of an invite asks guests for until this one is there.
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("6-digit code").fill(await printedCode(email));
  await page.waitForURL((url) => !url.pathname.startsWith("/verify"));
  return email;
}

/** The code of the first mail, or of the first one of a kind, to an address. */
export async function printedCode(email: string, kind = "[\\w-]+"): Promise<string> {
  const mail = new RegExp(`Mail: ${kind}\\n[^\\n]*\\n[^\\n]*To: ${email}[^]*?Code: (\\d{6})`);
  const find = () => mail.exec(readFileSync(process.env.APP_LOG ?? "", "utf8"))?.[1];
  await expect.poll(find, { message: `a code for ${email}` }).toBeDefined();
  return find() ?? "";
}
