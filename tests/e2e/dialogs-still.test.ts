// @long: buttons that stay where they are while a dialog loads
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { chooseCurrency } from "./money-screen.ts";

let desktop: BrowserContext;
let page: Page;
let tripPath = "";

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext({ ...DEVICES.desktop, baseURL: appUrl(), reducedMotion: "reduce" });
  const owner = await signInNewPerson(desktop, "Ann Lee");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-09", timezone: "Asia/Tokyo" };
  const { data: trip } = await call(
    tripsApi.create,
    { body: { title: "Kyoto", currency: "JPY", ...dates } },
    as(owner),
  );
  tripPath = `/trips/${trip.id}`;
  page = await desktop.newPage();
});

test.afterAll(async () => {
  await desktop.close();
  await closeDatabases();
});

interface Row {
  name: string;
  path: () => string;
  open: () => Promise<void>;
  /** The button that must not move. */
  primary: RegExp;
  /** Makes a part of the dialog appear that was hidden before. */
  change: (dialog: Locator) => Promise<void>;
  shown: (dialog: Locator) => Locator;
}

const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
const alert = (dialog: Locator) => dialog.getByRole("alert").first();

const DIALOGS: readonly Row[] = [
  {
    name: "a new trip that is not said where",
    path: () => "/trips",
    open: () => press("New trip"),
    primary: /^Create/,
    change: (dialog) => dialog.getByRole("combobox", { name: "Where to" }).press("Enter"),
    shown: alert,
  },
  {
    name: "a new trip, whose places are found while the pointer is on the button",
    path: () => "/trips",
    open: () => press("New trip"),
    primary: /^Create/,
    change: async (dialog) => {
      await dialog.getByRole("button", { name: /^Create/ }).hover();
      await dialog.getByRole("combobox", { name: "Where to" }).pressSequentially("Kyo");
    },
    shown: (dialog) => dialog.getByRole("option").first(),
  },
  {
    name: "other dates, and what they move",
    path: () => tripPath,
    open: () => press(/5 – 9 Apr/),
    primary: /^Save/,
    change: (dialog) => dialog.getByLabel("First day").fill("2027-04-06"),
    shown: (dialog) => dialog.locator("[aria-live] li").first(),
  },
  {
    name: "an expense in a currency whose rate comes later",
    path: () => `${tripPath}?view=money`,
    open: () => press("Add expense"),
    primary: /^Add/,
    change: async (dialog) => {
      await chooseCurrency(dialog.getByRole("button", { name: /^Currency/ }), "HUF");
      await dialog.getByLabel("Amount").fill("9000");
    },
    shown: (dialog) => dialog.getByText(/comes to|No rate/).first(),
  },
];

for (const { name, path, open, primary, change, shown } of DIALOGS) {
  test(`nothing moves its button: ${name}`, async () => {
    await page.goto(path());
    await open();
    const dialog = page.getByRole("dialog");
    await dialog.evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)));
    const button = dialog.getByRole("button", { name: primary });
    const before = await button.boundingBox();
    await change(dialog);
    await expect(shown(dialog)).toBeVisible();
    const now = await button.boundingBox();
    expect([now?.y, now?.height]).toEqual([before?.y, before?.height]);
  });
}
