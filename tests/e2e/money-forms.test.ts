import { expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import { appUrl, as } from "./entering.ts";
import {
  submitExpense,
  balance,
  balances,
  fillNewExpense,
  chooseCurrency,
  details,
  expense,
  form,
} from "./money-screen.ts";
import { type MoneyTrip, openMoneyTrip } from "./money-trip.ts";

// All tests share one trip, and none depends on what another one has left in it.
let trip: MoneyTrip;
let ann: Page;
let ben: Page;

test.beforeAll(async ({ browser }) => {
  trip = await openMoneyTrip(browser);
  ({ ann, ben } = trip);
});

test.afterAll(async () => {
  await trip.close();
  await closeDatabases();
});

/** Adds an expense and waits until the page shows it; everything that was sent earlier has then arrived as well. */
async function seeLater(page: Page, title: string): Promise<void> {
  await trip.spend(title, 100);
  await expect(expense(page, title)).toBeVisible();
}

async function closeDetails(page: Page): Promise<void> {
  await details(page).getByRole("button", { name: "Close" }).click();
  await expect(details(page)).toBeHidden();
}

test("receipts that were chosen before the expense is saved are in its details, for the other one too", async () => {
  const sheet = await fillNewExpense(ann, "30", "Dinner at Ramiro");
  await sheet.locator("input[type=file]").setInputFiles([
    { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from(newPdf()) },
    { name: "table.png", mimeType: "image/png", buffer: Buffer.from(await newPicture()) },
  ]);
  await expect(sheet.getByRole("button", { name: "Remove bill.pdf" })).toBeVisible();
  await submitExpense(sheet, "Dinner at Ramiro");

  for (const page of [ann, ben]) {
    await expect(expense(page, "Dinner at Ramiro").getByText("2 files")).toBeAttached();
    await expense(page, "Dinner at Ramiro").getByRole("button").click();
    await expect(details(page).getByRole("link", { name: "table.png" })).toBeVisible();
    const path = await details(page).getByRole("link", { name: "bill.pdf" }).getAttribute("href");
    const file = await page.request.get(`${appUrl()}${path}`);
    expect(file.headers()["content-type"]).toContain("application/pdf");
    expect((await file.body()).equals(Buffer.from(newPdf()))).toBe(true);
    await closeDetails(page);
  }
});

test("an amount below zero is money that came back, and those who shared it are owed less", async () => {
  const sheet = await fillNewExpense(ann, "", "Deposit");
  await sheet.getByLabel("Amount").pressSequentially("-10+25");
  await expect(sheet.getByRole("button", { name: "Add €15", exact: true })).toBeVisible();
  await sheet.getByLabel("Amount").fill("-37.50");
  await sheet.getByLabel("What for").focus();
  await expect(sheet.getByLabel("Amount that came back")).toHaveValue("37.50");
  await expect(sheet.getByRole("button", { name: "Add €37.50 that came back" })).toBeVisible();
  await submitExpense(sheet, "Deposit");

  await expect(expense(ann, "Deposit")).toContainText("−€37.50");
  await expect(expense(ann, "Deposit")).toContainText("You got it back");
  await expect(expense(ann, "Deposit")).toContainText("you owe €25");
  await expect(expense(ben, "Deposit")).toContainText("−€37.50");
  await expect(expense(ben, "Deposit")).toContainText("Ann got it back");
  await expect(expense(ben, "Deposit")).toContainText("you get €12.50");
});

test("a private expense is marked for those in it; others neither see it nor have it in their sums", async () => {
  await seeLater(ben, "Bus");
  await expect(balances(ben)).toHaveCount(3);
  const before = await standing(ben);
  const count = await countOf(ben);

  const sheet = await fillNewExpense(ann, "41", "A surprise");
  await sheet.getByRole("button", { name: /^Split/ }).click();
  await sheet.getByRole("checkbox", { name: "Ben" }).uncheck();
  await sheet.getByText("Private", { exact: true }).click();
  await expect(sheet.getByText("only you and Cleo see it")).toBeVisible();
  await submitExpense(sheet, "A surprise");

  await expect(expense(ann, "A surprise")).toContainText("Only you and Cleo see this");
  await expect(balance(ann)).toContainText(/For private expenses.*Cleo.*€20\.50/);
  await expect(ann.getByText("Without €41 in 1 private expense")).toBeVisible();
  await trip.spend("A surprise for nobody", 1);
  await expect(expense(ben, "A surprise for nobody")).toBeVisible();
  await expect(expense(ben, "A surprise")).toBeHidden();
  expect(await standing(ben)).toEqual(before);
  expect(await countOf(ben)).toBe(count + 1);
  await ben.reload();
  await expect(expense(ben, "A surprise for nobody")).toBeVisible();
  await expect(expense(ben, "A surprise")).toBeHidden();
  await expect(balances(ben)).toHaveCount(3);
  expect(await standing(ben)).toEqual(before);
  expect(await countOf(ben)).toBe(count + 1);
});

/** Returns everything that a page shows about balances. */
async function standing(page: Page): Promise<(string | null)[]> {
  return [await balance(page).textContent(), ...(await balances(page).allTextContents())];
}

/** Returns the number of expenses in the total of all expenses. */
async function countOf(page: Page): Promise<number> {
  const spending = page.getByRole("region", { name: "Spending by category" });
  const text = await spending.getByText(/^in \d+ expense/).textContent();
  return Number(/\d+/.exec(text ?? "")?.[0]);
}

test("a bill is split by its items, and the tip follows what each has of them", async () => {
  const sheet = await fillNewExpense(ann, "33", "Prawns and wine");
  await sheet.getByRole("button", { name: /^Split/ }).click();
  await sheet.getByRole("button", { name: "Items", exact: true }).click();
  await sheet.getByLabel("Item", { exact: true }).fill("Prawns");
  await sheet.getByLabel("Amount of Prawns").fill("20");
  await sheet.getByRole("button", { name: "Cleo" }).click();
  await sheet.getByRole("button", { name: "Add an item" }).click();
  const wine = sheet.getByRole("listitem").nth(1);
  await wine.getByLabel("Item", { exact: true }).fill("Wine");
  await wine.getByLabel("Amount of Wine").fill("10");
  for (const name of ["Ben", "Cleo"]) await wine.getByRole("button", { name }).click();
  await sheet.getByRole("button", { name: "Add an item" }).click();
  const bread = sheet.getByRole("listitem").nth(2);
  await bread.getByLabel("Item", { exact: true }).fill("Bread");
  await bread.getByLabel("Amount of Bread").fill("0");
  await bread.getByRole("button", { name: "Cleo" }).click();
  await sheet.getByRole("button", { name: "Add €33" }).click();
  // The message is at the end of a list of items that is longer than the window.
  await expect(sheet.getByText("The items come to €3 less than the amount.")).toBeInViewport({ ratio: 1 });
  await sheet.getByLabel("Tip").fill("3");
  await expect(sheet.getByText("You €22 and Ben €11")).toBeVisible();
  await submitExpense(sheet, "Prawns and wine");

  await expense(ben, "Prawns and wine").getByRole("button").click();
  const shown = details(ben);
  await expect(shown).toContainText("Shared by items");
  await expect(shown.getByRole("listitem").filter({ hasText: "paid €33" })).toContainText("€22");
  await expect(shown.getByRole("listitem").filter({ hasText: "You" })).toContainText("€11");
  await expect(shown.locator("dl > div")).toHaveText([
    /^Prawns .*€20$/,
    /^Wine Ann€10$/,
    /^Bread .*€0$/,
    "Tip€3",
  ]);
  await closeDetails(ben);
});

test("amounts and percents that do not add up say by how much, and are not saved", async () => {
  const sheet = await fillNewExpense(ann, "90", "Kayaks");
  await sheet.getByRole("button", { name: /^Split/ }).click();
  await sheet.getByRole("button", { name: "Amounts", exact: true }).click();
  const submit = sheet.getByRole("button", { name: "Add €90" });
  await sheet.getByLabel("Amount of You").fill("50");
  await sheet.getByLabel("Amount of Ben").fill("30.50");
  await expect(sheet.getByText("€9.50 left")).toBeVisible();
  await submit.click();
  await expect(sheet.getByText("€9.50 is still left.")).toBeVisible();
  await sheet.getByLabel("Amount of Ben").fill("60");
  await expect(sheet.getByText("That is €20 too much.")).toBeVisible();
  await submit.click();
  await sheet.getByRole("button", { name: "Percent", exact: true }).click();
  await sheet.getByLabel("Percent of You").fill("33.3");
  await sheet.getByLabel("Percent of Ben").fill("66.6");
  await expect(sheet.getByText("0.1 % is still left.")).toBeVisible();
  await submit.click();
  await sheet.getByLabel("Percent of Ben").fill("66.8");
  await expect(sheet.getByText("That is 0.1 % too much.")).toBeVisible();
  await submit.click();
  await seeLater(ben, "Train");
  await expect(expense(ben, "Kayaks")).toBeHidden();

  await sheet.getByLabel("Percent of Ben").fill("66.7");
  await expect(sheet.getByText("Adds up")).toBeVisible();
  await submitExpense(sheet, "Kayaks");
  // Ben's share of the kayaks is 66.7 % of €90.
  await expect(expense(ben, "Kayaks")).toContainText("you €60.03");
});

test("a rate that was typed for a foreign amount is kept, and said to be somebody's own", async () => {
  await ann.getByRole("button", { name: "Add expense" }).click();
  const sheet = form(ann);
  await chooseCurrency(sheet.getByRole("button", { name: /^Currency/ }), "HUF");
  await sheet.getByLabel("Amount").fill("12000.40");
  await sheet.getByLabel("What for").fill("Thermal bath");
  await sheet.getByRole("button", { name: "Change", exact: true }).click();
  const rate = sheet.getByLabel(/^What .* is worth in EUR/);
  await rate.fill("0");
  await sheet.getByRole("button", { name: /^Add / }).click();
  await expect(sheet.getByText("Give a rate above 0, such as 1.25")).toBeVisible();
  await rate.fill("0,0025");
  await expect(sheet.getByText("comes to €30")).toBeVisible();
  await submitExpense(sheet, "Thermal bath");

  await expect(expense(ben, "Thermal bath")).toContainText("12,000.40");
  await expect(expense(ben, "Thermal bath")).toContainText("€30 · you €10");
  await expense(ben, "Thermal bath").getByRole("button").click();
  await expect(details(ben)).toContainText("= €0.0025, entered for");
  await closeDetails(ben);
});

test("what the bank charged is typed instead of a rate, and is what the expense counts as", async () => {
  await ann.getByRole("button", { name: "Add expense" }).click();
  const sheet = form(ann);
  await chooseCurrency(sheet.getByRole("button", { name: /^Currency/ }), "HUF");
  await sheet.getByLabel("Amount").fill("9000");
  await sheet.getByLabel("What for").fill("Ruin bar");
  await sheet.getByRole("button", { name: "Change", exact: true }).click();
  const charged = sheet.getByLabel("What was charged in EUR");
  await charged.fill("23.456");
  await sheet.getByRole("button", { name: /^Add / }).click();
  await expect(sheet.getByText("Write what was charged in EUR")).toBeVisible();
  await charged.fill("23,61");
  await expect(sheet.getByText("comes to €23.61")).toBeVisible();
  await submitExpense(sheet, "Ruin bar");
  // Each member's share of the amount is exactly a third.
  await expect(expense(ben, "Ruin bar")).toContainText("€23.61 · you €7.87");
});

test("a payment that the other one has recorded is asked about: it counts once, or twice where both were made", async () => {
  const { data } = await call(tripsApi.get, { params: { tripId: trip.tripId } }, as(trip.owner));
  const [annId, benId] = ["Ann Lee", "Ben Okri"].map(
    (name) => data.members.find((member) => member.name === name)?.id ?? "",
  );
  const paid = ben.locator("[data-settlement]");
  const record = async (page: Page) => {
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("menuitem", { name: "Record a payment" }).click();
    const sheet = page.getByRole("dialog", { name: "Record a payment" });
    await sheet.getByLabel("From").selectOption(benId ?? "");
    await sheet.getByLabel("To").selectOption(annId ?? "");
    await sheet.getByLabel("Amount").fill("12.34");
    await sheet.getByRole("button", { name: "Record payment" }).click();
    return sheet;
  };
  await expect(await record(ann)).toBeHidden();
  await expect(paid).toHaveCount(1);
  const asked = await record(ben);
  await expect(asked.getByRole("alert")).toContainText(/Ann recorded the same on .*€12.34/);
  await asked.getByRole("button", { name: "It is the same" }).click();
  await expect(asked).toBeHidden();
  await (await record(ben)).getByRole("button", { name: "Add it anyway" }).click();
  await expect(paid).toHaveCount(2);
  await expect(ann.locator("[data-settlement]")).toHaveText([/Ben paid you/, /Ben paid you/]);
});
