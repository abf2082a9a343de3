import type { Page } from "@playwright/test";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import { PASSWORD } from "./signing-up.ts";
import { clickToOpen, type PageState } from "./state.ts";
import { TRIP_STATES } from "./trip-states.ts";
import type { Translate } from "./messages.ts";

async function signUpWithoutCode(page: Page, say: Translate): Promise<void> {
  await page.getByLabel(say("auth.name")).fill("Cleo Dias");
  await page.getByLabel(say("auth.email")).fill(uniqueEmail());
  await page.getByLabel(say("auth.password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: say("auth.signUp") }).click();
  await page.getByLabel(say("auth.code")).waitFor();
}

async function askForReset(page: Page, say: Translate): Promise<void> {
  await page.getByLabel(say("auth.email")).fill(uniqueEmail());
  await page.getByRole("button", { name: say("auth.sendCode") }).click();
  await page.getByLabel(say("auth.newPassword"), { exact: true }).waitFor();
}

async function askForCode(page: Page, say: Translate): Promise<void> {
  await page.getByLabel(say("auth.email"), { exact: true }).fill(uniqueEmail());
  await page.getByRole("button", { name: say("auth.codeInstead") }).click();
  await page.getByLabel(say("auth.code")).waitFor();
}

async function beginTwoFactor(page: Page, say: Translate): Promise<void> {
  const dialog = page.getByRole("dialog");
  await clickToOpen(page.getByRole("button", { name: say("account.twoFactorTurnOn") }), dialog);
  const next = dialog.getByRole("button", { name: say("account.continue") });
  await clickToOpen(next, dialog.getByRole("img", { name: say("account.enrolQr") }));
}

export const STATES: readonly PageState[] = [
  { name: "landing", signedOut: true, path: () => "/" },
  { name: "sign in", signedOut: true, path: () => "/sign-in" },
  { name: "sign in that was refused elsewhere", signedOut: true, path: () => "/sign-in?error=access_denied" },
  { name: "sign in by a code", signedOut: true, path: () => "/sign-in", reach: askForCode },
  { name: "second code", signedOut: true, path: () => "/two-factor" },
  { name: "sign up", signedOut: true, path: () => "/sign-up" },
  { name: "verify", signedOut: true, path: () => "/sign-up", reach: signUpWithoutCode },
  { name: "forgot password", signedOut: true, path: () => "/forgot-password" },
  { name: "reset password", signedOut: true, path: () => "/forgot-password", reach: askForReset },
  { name: "reset by a link", signedOut: true, path: () => "/reset-password?token=none" },
  { name: "reset by an old link", signedOut: true, path: () => "/reset-password?error=INVALID_TOKEN" },
  { name: "invite", signedOut: true, path: ({ inviteToken }) => `/invite/${inviteToken}` },
  { name: "invite that is gone", signedOut: true, path: () => `/invite/${"x".repeat(32)}` },
  { name: "API reference", signedOut: true, path: () => "/api-docs" },
  { name: "licences", signedOut: true, path: () => "/licences" },
  { name: "outgoing", signedOut: true, path: () => "/outgoing" },
  { name: "not found", signedOut: true, path: () => "/nowhere" },
  { name: "trips", path: () => "/trips" },
  { name: "sign in to the app", path: () => "/mobile-sign-in" },
  {
    name: "new trip",
    path: () => "/trips",
    reach: (page, say) =>
      clickToOpen(page.getByRole("button", { name: say("trips.new") }), page.getByRole("dialog")),
  },
  { name: "deleted trips", path: () => "/trips?filter=deleted" },
  {
    name: "account menu",
    path: () => "/trips",
    reach: (page) => clickToOpen(page.locator("header button").last(), page.getByRole("menu")),
  },
  { name: "account", path: () => "/account" },
  { name: "turning two-factor sign-in on", path: () => "/account", reach: beginTwoFactor },
  {
    name: "deleting the account",
    path: () => "/account",
    reach: (page, say) =>
      clickToOpen(page.getByRole("button", { name: say("account.delete") }), page.getByRole("dialog")),
  },
  ...TRIP_STATES,
];
