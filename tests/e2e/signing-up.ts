import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { ownAddress } from "./addresses.ts";

export const PASSWORD = "correct horse battery staple";

/**
 * Fills in the open form, from an address of its own, with the code that the service prints, and waits until the person
 * is signed in.
 */
export async function signUpHere(page: Page, name: string): Promise<string> {
  const email = uniqueEmail();
  await page.context().setExtraHTTPHeaders(ownAddress());
  // The match is exact, because until this page is shown, the invite's page has a field "Your name" for guests.
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("6-digit code").fill(await printedCode(email));
  await page.waitForURL((url) => !url.pathname.startsWith("/verify"));
  return email;
}

/** Returns the code of the first e-mail to an address, or of the first one of a kind. */
export async function printedCode(email: string, kind = "[\\w-]+"): Promise<string> {
  const mail = new RegExp(`Mail: ${kind}\\n[^\\n]*\\n[^\\n]*To: ${email}[^]*?Code: (\\d{6})`);
  const find = () => mail.exec(readFileSync(process.env.APP_LOG ?? "", "utf8"))?.[1];
  await expect.poll(find, { message: `a code for ${email}` }).toBeDefined();
  return find() ?? "";
}
