import { expect, type Page, test } from "@playwright/test";
import { LONG_TAG } from "#tests/helpers/tiers.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { totp } from "#tests/helpers/totp.ts";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { nextMailedSecret } from "./sign-in-service.ts";
import { PASSWORD } from "./signing-up.ts";

/*
 * These tests follow one account from its creation to its deletion, in one browser. They run a service of their own,
 * because verification codes are rate-limited by address.
 */

let app: App;

test.describe.configure({ timeout: 180_000 });
test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(() => app.stop());

/** Runs `act`, which makes the service send an e-mail, and returns the code in the e-mail. */
async function codeFor(email: string, act: () => Promise<unknown>): Promise<string> {
  const from = app.log().length;
  await act();
  return nextMailedSecret(app, email, from);
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click();
}

function atTrips(page: Page): Promise<void> {
  return expect(page.getByRole("heading", { name: "Trips", level: 1 })).toBeVisible();
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("Mei Tanaka");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const code = await codeFor(email, () => press(page, "Create account"));
  // A sign-up by somebody else with the same address changes nothing for the person who has the code.
  const stranger = { name: "Mallory", email, password: "not the owner's own" };
  await page.request.post("/api/auth/sign-up/email", { data: stranger, headers: { origin: app.url } });
  await page.getByLabel("6-digit code").fill(code);
  await atTrips(page);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in?next=/account");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign in");
}

async function signOut(page: Page): Promise<void> {
  await press(page, "Account of Mei Tanaka");
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${app.url}/`);
}

/** @returns the secret that the authenticator app would store, and the backup codes */
async function turnOnTwoFactor(page: Page): Promise<{ uri: string; backupCodes: string[] }> {
  const dialog = page.getByRole("dialog");
  await page
    .getByRole("region", { name: "Two-factor sign-in" })
    .getByRole("button", { name: "Turn on" })
    .click();
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const link = dialog.getByRole("link", { name: "Open in an app on this device" });
  const uri = (await link.getAttribute("href")) ?? "";
  await dialog.getByLabel("Code from the app").fill(totp(uri));
  const codes = dialog.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const backupCodes = await codes.allInnerTexts();
  await dialog.getByRole("button", { name: "I saved them" }).click();
  return { uri, backupCodes };
}

async function changeEmail(page: Page, from: string, to: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const section = page.getByRole("region", { name: "E-mail", exact: true });
  await section.getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("New e-mail").fill(to);
  const old = await codeFor(from, () => dialog.getByRole("button", { name: "Continue" }).click());
  const fresh = await codeFor(to, () => dialog.getByLabel("6-digit code").fill(old));
  await expect(dialog.getByText("Step 3 of 3")).toBeVisible();
  await dialog.getByLabel("6-digit code").fill(fresh);
  await expect(section.getByText(to)).toBeVisible();
}

async function resetPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/forgot-password?next=/account");
  await page.getByLabel("E-mail").fill(email);
  const code = await codeFor(email, () => press(page, "Send the code"));
  await page.getByLabel("6-digit code").fill(code);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await press(page, "Set password");
}

test("an account from its first day to its last", { tag: LONG_TAG }, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  const atAccount = () => expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();

  await signUp(page, first);
  await page.goto("/account");
  const { uri, backupCodes } = await turnOnTwoFactor(page);
  await signOut(page);

  await signIn(page, first, PASSWORD);
  await press(page, "Use a backup code");
  await page.getByLabel("Backup code").fill(backupCodes[4] ?? "");
  await press(page, "Verify");
  await atAccount();

  await changeEmail(page, first, second);
  await signOut(page);

  const newPassword = "another horse, another battery";
  await resetPassword(page, second, newPassword);
  await expect(page).toHaveURL(/\/two-factor/);
  await page.getByLabel("6-digit code").fill(totp(uri));
  await press(page, "Verify");
  await atAccount();

  const data = page.getByRole("region", { name: "Your data" });
  await data.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password", { exact: true }).fill(newPassword);
  await dialog.getByLabel("Type “delete” to confirm").fill("delete");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page).toHaveURL(`${app.url}/`);

  await signIn(page, second, newPassword);
  await expect(page.getByText("This e-mail and password do not match.")).toBeVisible();
  await context.close();
});
