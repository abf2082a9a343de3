import { type Browser, expect, type Page } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { expense } from "./money-screen.ts";

export interface MoneyTrip {
  tripId: string;
  owner: Person;
  /** The owner's page, on a desktop. */
  ann: Page;
  /** An editor's page, on a phone. */
  ben: Page;
  /** Adds an expense that Ann pays for herself only, so that no balance changes. */
  spend: (title: string, amount: number, category?: "other" | "lodging") => Promise<void>;
  close: () => Promise<void>;
}

/** Opens a trip in euros for two people who look at its expenses; Cleo is a placeholder. */
export async function openMoneyTrip(browser: Browser): Promise<MoneyTrip> {
  const desktop = await browser.newContext(DEVICES.desktop);
  const phone = await browser.newContext(DEVICES.phone);
  const owner = await signInNewPerson(desktop, "Ann Lee");
  const friend = await signInNewPerson(phone, "Ben Okri");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-09", timezone: "Europe/Lisbon" };
  const body = { title: "Lisbon", currency: "EUR", ...dates };
  const { data: trip } = await call(tripsApi.create, { body }, as(owner));
  const tripId = trip.id;
  const params = { tripId };
  const { data: link } = await call(invitesApi.create, { params, body: { role: "editor" } }, as(owner));
  await call(invitesApi.accept, { params: { token: link.token } }, as(friend));
  await call(membersApi.addPlaceholder, { params, body: { name: "Cleo" } }, as(owner));
  const memberId = trip.members[0]?.id ?? "";

  async function spend(title: string, amount: number, category: "other" | "lodging" = "other") {
    const split = { mode: "equal" as const, parts: [{ memberId }] };
    const money = { amount, currency: "EUR", payers: [{ memberId, amount }], split };
    await call(expensesApi.create, { params, body: { title, category, money } }, as(owner));
  }
  async function close() {
    await desktop.close();
    await phone.close();
  }
  // Without an expense, the screen shows an introduction instead.
  await spend("Coffee", 300);
  const [ann, ben] = [await desktop.newPage(), await phone.newPage()];
  for (const page of [ann, ben]) {
    await page.goto(`${appUrl()}/trips/${tripId}?view=money`);
    await expect(expense(page, "Coffee")).toBeVisible();
  }
  return { tripId, owner, ann, ben, spend, close };
}
