import { expect, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import { expectAccessible, openPagePair, type PagePair } from "./pair.ts";
import type { TripScreen } from "./trip-screen.ts";

// These tests follow one decision from the first idea to the plan and back. They run in order: each begins where the
// previous one ended.
test.describe.configure({ mode: "serial" });

const TUESDAY = "Tue 6 Apr";
const QUESTION = "Where do we eat?";

let pair: PagePair;
let ann: TripScreen;
let ben: TripScreen;

test.beforeAll(async ({ browser }) => {
  pair = await openPagePair(browser, { endDate: "2027-04-09" });
  ({ ann, ben } = pair);
});

test.afterAll(async () => {
  await pair.close();
  await closeDatabases();
});

const card = ({ page }: TripScreen) => page.getByRole("article", { name: QUESTION });
const ideas = ({ page }: TripScreen) => page.getByRole("region", { name: "Ideas", exact: true });
const decided = ({ page }: TripScreen) => page.getByRole("region", { name: "Decided" });

test("what one collects the other sees, and votes on", async () => {
  await ann.page.getByRole("link", { name: "Ideas & decisions" }).click();
  await ann.page.getByRole("button", { name: "Add idea" }).click();
  const field = ann.page.getByRole("combobox", { name: "New idea" });
  for (const name of ["Tasca do Chico", "Cervejaria", "Tile museum"]) {
    await field.fill(name);
    await field.press("Enter");
  }
  await field.press("Escape");

  await ben.page.getByRole("button", { name: "More", exact: true }).click();
  await ben.page.getByRole("menuitem", { name: "Ideas & decisions" }).click();
  await ideas(ben).getByRole("button", { name: "Vote for Cervejaria, 0 so far" }).click();
  await expect(ideas(ann).getByText("Ben Okri voted for it")).toBeAttached();
  await expect(ben.page.getByRole("button", { name: "Select" })).toBeHidden();
});

test("ideas are selected and put to the group, with a day for the winner", async () => {
  const { page } = ann;
  await ideas(ann).getByRole("button", { name: "Select" }).click();
  await page.getByRole("checkbox", { name: "Select Tasca do Chico" }).check();
  await expect(page.getByRole("button", { name: "Ask the group" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Select Cervejaria" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ask the group" }).click();

  const dialog = page.getByRole("dialog", { name: "Ask the group" });
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(dialog.getByText("Write a question.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Question").fill(QUESTION);
  // A click outside the dialog does not discard what was typed.
  await page.mouse.click(20, 400);
  await expect(dialog.getByLabel("Question")).toHaveValue(QUESTION);
  await dialog.getByLabel("Day voting ends").fill("2027-04-01");
  const time = dialog.getByLabel("Time voting ends");
  await time.fill("at eight");
  await time.blur();
  await expect(dialog.getByRole("alert")).toHaveText("Such as 20:00");
  await time.fill("8pm");
  await time.blur();
  await expect(time).toHaveValue("20:00");
  await dialog.getByLabel("Winner goes to").selectOption({ index: 2 });
  await dialog.getByRole("button", { name: "Ask", exact: true }).click();

  for (const screen of [ann, ben]) {
    await expect(card(screen).getByText(/Voting ends Thu 1 Apr.* 20:00/)).toBeVisible();
    await expect(card(screen).getByText(new RegExp(`Winner goes to ${TUESDAY}`))).toBeVisible();
    await expect(ideas(screen).getByText("To decide")).toHaveCount(2);
  }
});

test("a tie is shown, not guessed; a viewer votes but does not decide", async () => {
  await card(ann).getByRole("button", { name: "Vote for Tasca do Chico, 0 so far" }).click();
  await expect(card(ben).getByText("It’s a tie: Tasca do Chico and Cervejaria.")).toBeVisible();
  await expect(card(ann).getByRole("button", { name: "Choose Cervejaria" })).toBeVisible();
  await expect(card(ben).getByRole("button", { name: /^(Choose|Close)/ })).toBeHidden();
  await expect(card(ben).getByRole("button", { name: /^More about/ })).toBeHidden();
  await expectAccessible(ann.page);
  await expectAccessible(ben.page);
});

test("more votes lead to a winner, who stands in its day for both once the decision is closed", async () => {
  await card(ben).getByRole("button", { name: "Vote against Tasca do Chico, 0 so far" }).click();
  await expect(card(ann).getByText("Leads")).toBeVisible();
  await card(ann).getByRole("button", { name: "Close with Cervejaria" }).click();
  await expect(
    ann.page.getByText(/^Cervejaria wins “Where do we eat\?” and goes to Tue 6 Apr/).first(),
  ).toBeVisible();
  for (const screen of [ann, ben]) {
    await expect(card(screen)).toBeHidden();
    await expect(decided(screen).getByText(new RegExp(`Cervejaria, ${TUESDAY}`))).toBeVisible();
    await expect(ideas(screen).getByText("Cervejaria")).toBeHidden();
    await expect(ideas(screen).getByText("Tasca do Chico")).toBeVisible();
  }
  await ann.page.getByRole("link", { name: "Activity" }).click();
  await expect(
    ann.page.getByText(/You closed “Where do we eat\?”: Cervejaria won.* on Tue 6 Apr/),
  ).toBeVisible();
});

test("the winner is one press away in the plan", async () => {
  await decided(ben).getByRole("button", { name: "Show Cervejaria in the plan" }).click();
  await expect(ben.details.getByRole("region", { name: "Cervejaria" })).toBeVisible();
  await ben.close();
  await expect(ben.names(ben.day(TUESDAY))).toHaveText(["Cervejaria"]);
});

test("undo puts everything back, and asks again", async () => {
  await ann.page.getByRole("button", { name: "Undo my last change" }).click();
  await expect(ben.names(ben.day(TUESDAY))).toHaveCount(0);
  await ann.page.getByRole("link", { name: "Ideas & decisions" }).click();
  await expect(card(ann).getByText(/Voting ends Thu 1 Apr.* 20:00/)).toBeVisible();
  await expect(card(ann).getByText("Leads")).toBeVisible();
  await expect(decided(ann)).toBeHidden();
});

test("a stop of the plan joins a decision from its details, and a decision is edited and deleted with Undo", async () => {
  const { page } = ann;
  await ideas(ann).getByRole("button", { name: "Tile museum", exact: true }).click();
  await ann.details.getByRole("button", { name: "Ask the group" }).click();
  const asking = page.getByRole("dialog", { name: "Ask the group" });
  await expect(asking.getByText("Tile museum")).toBeVisible();
  await asking.getByRole("button", { name: "Cancel" }).click();
  await ann.close();

  await card(ann)
    .getByRole("button", { name: `More about ${QUESTION}` })
    .click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the decision" });
  await dialog.getByLabel("Add to choose from").selectOption({ label: "Tile museum" });
  await dialog.getByRole("button", { name: "No deadline" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(card(ann).getByRole("listitem")).toHaveCount(3);
  await expect(card(ann).getByText("No deadline")).toBeVisible();

  await card(ann)
    .getByRole("button", { name: `More about ${QUESTION}` })
    .click();
  await page.getByRole("menuitem", { name: "Delete decision" }).click();
  await expect(card(ann)).toBeHidden();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Deleted the decision" })
    .getByRole("button", { name: "Undo", exact: true })
    .click();
  await expect(card(ann).getByRole("listitem")).toHaveCount(3);
});
