import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { balance, details, expense, form } from "./money-screen.ts";

// Two people use one trip. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let desktop: BrowserContext;
let phone: BrowserContext;
let ann: Page;
let ben: Page;
let owner: Person;
let friend: Person;
let tripId = "";

test.beforeAll(async ({ browser }) => {
  desktop = await browser.newContext(DEVICES.desktop);
  phone = await browser.newContext(DEVICES.phone);
  owner = await signInNewPerson(desktop, "Ann Lee");
  friend = await signInNewPerson(phone, "Ben Okri");
  const dates = { startDate: "2027-04-05", endDate: "2027-04-09", timezone: "Asia/Tokyo" };
  const body = { title: "Kyoto", currency: "JPY", ...dates };
  const { data: trip } = await call(tripsApi.create, { body }, as(owner));
  tripId = trip.id;
  const invite = { params: { tripId }, body: { role: "editor" as const } };
  const { data: link } = await call(invitesApi.create, invite, as(owner));
  await call(invitesApi.accept, { params: { token: link.token } }, as(friend));
  [ann, ben] = [await desktop.newPage(), await phone.newPage()];
  await ann.goto(`${appUrl()}/trips/${tripId}`);
  await ben.goto(`${appUrl()}/trips/${tripId}?view=money`);
});

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
});

test("an empty money screen teaches the next step", async () => {
  await ann.getByRole("link", { name: "Money" }).click();
  await expect(ann.getByRole("heading", { name: "Share what the trip costs" })).toBeVisible();
});

test("the usual expense is an amount, a title, and one press; the other sees it and what they owe", async () => {
  await ann.getByRole("button", { name: "Add expense" }).click();
  await form(ann).getByLabel("Amount").fill("1200*2+2220");
  await form(ann).getByLabel("What for").fill("Yatsuhashi and tea");
  await form(ann).getByRole("button", { name: "Add ¥4,620" }).click();

  await expect(expense(ann, "Yatsuhashi and tea")).toBeVisible();
  await expect(balance(ann)).toContainText("You get back");
  await expect(balance(ann)).toContainText("¥2,310");
  await expect(expense(ben, "Yatsuhashi and tea")).toBeVisible();
  await expect(balance(ben)).toContainText("You owe");
  await expect(balance(ben)).toContainText("¥2,310");
});

test("an expense of another currency keeps its rate, and counts in the trip's", async () => {
  await ben.getByRole("button", { name: "Add expense" }).click();
  const sheet = form(ben);
  await sheet.getByRole("button", { name: /^Currency/ }).click();
  await ben.getByRole("combobox", { name: "Search currencies" }).fill("kuwait");
  await ben.getByRole("option", { name: /KWD/ }).click();
  await sheet.getByLabel("Amount").fill("10.250");
  await sheet.getByLabel("What for").fill("Taxi");
  await sheet.getByRole("button", { name: "Change", exact: true }).click();
  await sheet.getByLabel(/^What .* is worth in/).fill("480");
  await sheet.getByRole("button", { name: /^Add KWD/ }).click();

  await expect(expense(ann, "Taxi")).toContainText("10.250");
  await expect(expense(ann, "Taxi")).toContainText("¥4,920");
  // Ann's balance of 2,310 is reduced by half of Ben's taxi, which counts as 4,920.
  await expect(balance(ann)).toContainText("¥150");
  await expect(balance(ann)).toContainText("You owe");
});

test("whoever saves last of two is told, and can take either; amount and split are never mixed", async () => {
  await expense(ann, "Yatsuhashi and tea").getByRole("button").click();
  await details(ann).getByRole("button", { name: "Edit", exact: true }).click();
  await form(ann).getByLabel("Amount").fill("5000");
  const { data: rows } = await call(expensesApi.list, { params: { tripId } }, as(owner));
  const row = rows.find(({ title }) => title === "Yatsuhashi and tea");
  if (!row) throw new Error("The expense is not there.");
  const [first, second] = row.money.split.parts;
  if (!first || !second) throw new Error("Two share it.");
  const parts = [
    { memberId: first.memberId, value: 3000 },
    { memberId: second.memberId, value: 1000 },
  ];
  const payers = [{ memberId: first.memberId, amount: 4000 }];
  const money = { amount: 4000, currency: "JPY", payers, split: { mode: "exact" as const, parts } };
  await call(expensesApi.update, { params: { tripId, expenseId: row.id }, body: { money } }, as(friend));
  await form(ann).getByRole("button", { name: "Save" }).click();
  const told = details(ann).getByRole("alert").filter({ hasText: "Ben changed the amount" });
  await expect(told).toContainText("to ¥4,000");
  await expect(told).toContainText("You wrote: ¥5,000");
  const { data: after } = await call(expensesApi.list, { params: { tripId } }, as(owner));
  expect(after.find(({ id }) => id === row.id)?.money).toEqual(money);
  await told.getByRole("button", { name: "Use mine" }).click();
  await expect(told).toBeHidden();
  await expect(expense(ben, "Yatsuhashi and tea")).toContainText("¥5,000");
  // Ben owes half of 5,000, which is 2,500; half of his taxi, which is 2,460, counts against it.
  await expect(balance(ben)).toContainText(/You owe\s*¥40/);
  await details(ann).getByRole("button", { name: "Close" }).click();
});

test("one press settles what is owed, for both, and undo takes it back", async () => {
  await ben.getByRole("button", { name: "Settle: You pay Ann" }).click();
  const sheet = ben.getByRole("dialog", { name: "Record a payment" });
  await sheet.getByRole("button", { name: "Record payment" }).click();
  await expect(balance(ben)).toContainText("All settled");
  await expect(balance(ann)).toContainText("All settled");
  await expect(ann.getByText("Ben paid you")).toBeVisible();
  await ben.locator('[data-front="true"]').getByRole("button", { name: "Undo", exact: true }).click();
  await expect(balance(ann)).toContainText(/You get back\s*¥40/);
});

test("what is private is there for those who are in it, and for nobody else", async () => {
  const { data: trip } = await call(tripsApi.get, { params: { tripId } }, as(friend));
  const me = trip.members.find(({ userId }) => userId === friend.userId)?.id ?? "";
  const split = { mode: "equal" as const, parts: [{ memberId: me }] };
  const money = { amount: 900, currency: "JPY", payers: [{ memberId: me, amount: 900 }], split };
  const body = { title: "A present", private: true, money };
  await call(expensesApi.create, { params: { tripId }, body }, as(friend));
  await expect(expense(ben, "A present")).toContainText("Only you see this");
  // The later expense is shown, so the private one would have arrived too.
  await call(expensesApi.create, { params: { tripId }, body: { title: "Bus", money } }, as(friend));
  await expect(expense(ann, "Bus")).toBeVisible();
  await expect(expense(ann, "A present")).toBeHidden();
  await expect(balance(ann)).toContainText(/You get back\s*¥40/);
});

test("three taps and the amount are enough with one thumb: what it was for is a choice, and its name", async () => {
  await ben.getByRole("button", { name: "Add expense" }).click();
  await form(ben).getByLabel("Amount").fill("1800");
  await form(ben).getByRole("button", { name: "Groceries", exact: true }).click();
  await form(ben).getByRole("button", { name: "Add ¥1,800" }).click();
  await expect(expense(ann, "Groceries")).toContainText("¥1,800");
});

test("a search finds by the title", async () => {
  await ann.getByRole("button", { name: "Search expenses" }).click();
  await ann.getByRole("searchbox", { name: "Search expenses" }).fill("tea");
  await expect(expense(ann, "Bus")).toBeHidden();
  await expect(expense(ann, "Yatsuhashi and tea")).toBeVisible();
});

test("title and notes of an expense are saved from its details, and a comment on it is no lost text", async () => {
  await expense(ann, "Yatsuhashi and tea").getByRole("button").click();
  const open = details(ann);
  await open.getByRole("textbox", { name: "Title" }).fill("Tea house");
  await open.getByRole("textbox", { name: "Title" }).press("Enter");
  await expect(expense(ben, "Tea house")).toBeVisible();
  await open.getByRole("textbox", { name: "Notes" }).fill("Cash only");
  await open.getByRole("textbox", { name: "Notes" }).blur();
  await expense(ben, "Tea house").getByRole("button").click();
  await expect(details(ben).getByRole("textbox", { name: "Notes" })).toHaveValue("Cash only");
  await open.getByLabel("Write a comment").pressSequentially("Was it good?");
  await open.getByRole("button", { name: "Send" }).click();
  await expect(details(ben).getByText("Was it good?")).toBeVisible();
  await expect(ann.getByText("This was deleted meanwhile.")).toHaveCount(0);
});
