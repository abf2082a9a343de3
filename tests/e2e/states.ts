import { expect, type Locator, type Page } from "@playwright/test";
import { uniqueEmail } from "#tests/helpers/unique.ts";
import type { LivedInTrip } from "./lived-in-trip.ts";
import { PASSWORD } from "./signing-up.ts";
import type { Say } from "./words.ts";

/** A page of the service, or one of its main states, and how to get there in any language. */
export interface State {
  name: string;
  /** Without a session. */
  signedOut?: boolean;
  only?: "desktop" | "phone";
  path: (lived: LivedInTrip) => string;
  reach?: (page: Page, say: Say) => Promise<unknown>;
}

const tripPath = ({ trip }: LivedInTrip) => `/trips/${trip.id}`;

async function signUpWithoutCode(page: Page, say: Say): Promise<void> {
  await page.getByLabel(say("auth.name")).fill("Cleo Dias");
  await page.getByLabel(say("auth.email")).fill(uniqueEmail());
  await page.getByLabel(say("auth.password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: say("auth.signUp") }).click();
  await page.getByLabel(say("auth.code")).waitFor();
}

async function askForReset(page: Page, say: Say): Promise<void> {
  await page.getByLabel(say("auth.email")).fill(uniqueEmail());
  await page.getByRole("button", { name: say("auth.sendCode") }).click();
  await page.getByLabel(say("auth.newPassword"), { exact: true }).waitFor();
}

async function askForCode(page: Page, say: Say): Promise<void> {
  await page.getByLabel(say("auth.email"), { exact: true }).fill(uniqueEmail());
  await page.getByRole("button", { name: say("auth.codeInstead") }).click();
  await page.getByLabel(say("auth.code")).waitFor();
}

/** Presses something once the page answers, and waits for what that opens. */
async function openBy(button: Locator, opened: Locator): Promise<void> {
  await button.click();
  await opened.waitFor();
}

async function previewDates(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await openBy(page.locator("header button").filter({ hasText: /5 – 9 Apr|4月5日 – 9日/ }), dialog);
  await dialog.locator("input").nth(0).fill("2027-04-06");
  await dialog.locator("input").nth(1).fill("2027-04-08");
  await dialog.locator("[aria-live] li").first().waitFor();
}

async function beginTwoFactor(page: Page, say: Say): Promise<void> {
  const dialog = page.getByRole("dialog");
  await openBy(page.getByRole("button", { name: say("account.twoFactorTurnOn") }), dialog);
  const next = dialog.getByRole("button", { name: say("account.continue") });
  await openBy(next, dialog.getByRole("img", { name: say("account.enrolQr") }));
}

const TRIP: readonly State[] = [
  { name: "plan", path: tripPath, reach: (page) => page.locator("[data-row]").first().waitFor() },
  {
    name: "plan with its map",
    only: "desktop",
    path: tripPath,
    reach: (page) => page.locator("[data-map-state=idle]").waitFor(),
  },
  {
    name: "map of the trip",
    only: "phone",
    path: (lived) => `${tripPath(lived)}?view=map`,
    reach: (page) => page.locator("[data-map-state=idle]").waitFor(),
  },
  {
    name: "details of a stop",
    path: tripPath,
    reach: async (page) => {
      await openBy(
        page.locator("[data-row]", { hasText: "São Jorge Castle" }),
        page.getByText("Tickets are cheaper online."),
      );
      // The sheet slides in; until it has arrived it covers nothing.
      await expect(page.getByRole("dialog")).toBeInViewport({ ratio: 0.9 });
    },
  },
  {
    name: "ideas",
    only: "phone",
    path: tripPath,
    reach: (page, say) =>
      openBy(page.getByRole("button", { name: say("trip.openIdeas") }), page.getByText("Tile museum")),
  },
  {
    name: "share and members",
    path: tripPath,
    reach: async (page, say) => {
      await openBy(page.getByRole("button", { name: say("trip.more") }), page.getByRole("menu"));
      const item = page.getByRole("menuitem", { name: say("trip.shareAndMembers") });
      await openBy(item, page.getByText(say("trip-share.openLinks")));
    },
  },
  { name: "dates", path: tripPath, reach: previewDates },
  {
    name: "notes of a day",
    path: tripPath,
    reach: (page) => openBy(page.locator("[data-day] h2 button").first(), page.getByRole("dialog")),
  },
  {
    name: "activity",
    path: (lived) => `${tripPath(lived)}?view=activity`,
    reach: (page) =>
      page
        .getByText(/Tram 28.*Tile museum/)
        .first()
        .waitFor(),
  },
  {
    name: "menu of the trip",
    path: tripPath,
    reach: (page, say) =>
      openBy(page.getByRole("button", { name: say("trip.more") }), page.getByRole("menu")),
  },
];

export const STATES: readonly State[] = [
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
  { name: "not found", signedOut: true, path: () => "/nowhere" },
  { name: "trips", path: () => "/trips" },
  {
    name: "new trip",
    path: () => "/trips",
    reach: (page, say) =>
      openBy(page.getByRole("button", { name: say("trips.new") }), page.getByRole("dialog")),
  },
  { name: "deleted trips", path: () => "/trips?filter=deleted" },
  {
    name: "account menu",
    path: () => "/trips",
    reach: (page) => openBy(page.locator("header button").last(), page.getByRole("menu")),
  },
  { name: "account", path: () => "/account" },
  { name: "turning two-factor sign-in on", path: () => "/account", reach: beginTwoFactor },
  {
    name: "deleting the account",
    path: () => "/account",
    reach: (page, say) =>
      openBy(page.getByRole("button", { name: say("account.delete") }), page.getByRole("dialog")),
  },
  ...TRIP,
];
