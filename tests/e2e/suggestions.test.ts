import { expect, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { as } from "./entering.ts";
import { expectAccessible, openPagePair, type PagePair } from "./pair.ts";
import type { TripScreen } from "./trip-screen.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

// These tests follow a viewer's suggestion from its first change to the answer. They run in order: each begins where
// the previous one ended.
test.describe.configure({ mode: "serial" });

const [MONDAY, TUESDAY] = ["Mon 5 Apr", "Tue 6 Apr"];

let pair: PagePair;
let ann: TripScreen;
let ben: TripScreen;
let rename: (name: string) => Promise<void>;
let suggestHours: () => Promise<void>;

test.beforeAll(async ({ browser }) => {
  pair = await openPagePair(browser, { endDate: "2027-04-07" }, async ({ trip, owner, viewer }) => {
    const params = { tripId: trip.id };
    const ids: string[] = [];
    for (const name of ["Tile museum", "Tasca do Chico"]) {
      const stop = { dayId: trip.days[0]?.id ?? null, name };
      ids.push((await call(stopsApi.create, { params, body: stop }, as(owner))).data.id);
    }
    const [first = ""] = ids;
    rename = async (name) => {
      await call(stopsApi.update, { params: { ...params, stopId: first }, body: { name } }, as(owner));
    };
    suggestHours = async () => {
      const hours = { mon: [{ opens: "09:00", closes: "17:00" }] };
      const changes = [{ op: "stops.update" as const, entityId: first, input: { hours } }];
      await call(suggestionsApi.create, { params, body: { changes } }, as(viewer));
    };
  });
  ({ ann, ben } = pair);
});

test.afterAll(async () => {
  await pair.close();
  await closeDatabases();
});

const drawer = ({ page }: TripScreen) => page.getByRole("dialog", { name: "Suggestions" });
const draft = ({ page }: TripScreen) => page.getByRole("region", { name: "Your changes" });
const card = (screen: TripScreen) =>
  drawer(screen)
    .getByRole("article", { name: /suggests? \d change/ })
    .first();

/** Returns the names in a day, also behind a phone's sheet, which hides the page from assistive technology only. */
function planOf({ page }: TripScreen, day: string) {
  return page
    .locator("section[data-day]", { has: page.locator("h2", { hasText: day }) })
    .locator("[data-row]");
}

async function openOnPhone({ page }: TripScreen): Promise<void> {
  await page.getByRole("button", { name: "Trip menu" }).click();
  await page.getByRole("menuitem", { name: /^Suggestions/ }).click();
}

test("what a viewer changes is gathered, marked in their plan, and seen by nobody else", async () => {
  await expect(ben.page.getByText("What you change in the plan is a suggestion")).toBeVisible();
  await ben.open("Tile museum");
  const name = ben.details.getByRole("textbox", { name: "Name" });
  await name.fill("Azulejo museum");
  await name.blur();
  await expect(ben.details.getByText("Suggested: name")).toBeVisible();
  await ben.close();

  await ben.open("Tasca do Chico");
  await ben.details.getByLabel("Day", { exact: true }).selectOption({ index: 1 });
  await expect(ben.details.getByText(`Suggested: from ${MONDAY}`)).toBeVisible();
  await ben.close();

  await ben.add(ben.day(MONDAY), "15:00 Ginjinha");
  await expect(draft(ben).getByText("3 changes to suggest")).toBeVisible();
  await expect(planOf(ben, MONDAY)).toHaveText(["Azulejo museum", "Ginjinha"]);
  await expect(planOf(ben, TUESDAY)).toHaveText(["Tasca do Chico"]);
  await expect(planOf(ann, MONDAY)).toHaveText(["Tile museum", "Tasca do Chico"]);
  await expectAccessible(ben.page);
});

test("a reload loses none of it, and each line has a way back", async () => {
  await ben.page.reload();
  await expect(draft(ben).getByText("3 changes to suggest")).toBeVisible();
  await draft(ben).getByRole("button", { name: "Review" }).click();
  const lines = drawer(ben).getByRole("region", { name: "Your changes" });
  await expect(lines.getByRole("listitem")).toHaveText([
    /Tile museum.*Name.*Tile museum.*Azulejo museum/,
    new RegExp(`Tasca do Chico.*${MONDAY}.*${TUESDAY}`),
    new RegExp(`Ginjinha.*${MONDAY}.*15:00`),
  ]);
  await expectAccessible(ben.page);
  await lines.getByRole("button", { name: "Take back: Ginjinha" }).click();
  await expect(lines.getByRole("listitem")).toHaveCount(2);
  await ben.page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(lines.getByRole("listitem")).toHaveCount(3);
});

test("it is sent with a word, and shows as a diff to whoever may decide", async () => {
  const lines = drawer(ben).getByRole("region", { name: "Your changes" });
  await lines.getByLabel("Note").fill("I was there last year");
  await lines.getByRole("button", { name: "Send 3 changes" }).click();
  await expect(card(ben).getByText("You suggest 3 changes")).toBeVisible();
  await expect(lines).toBeHidden();

  await ann.page.getByRole("button", { name: "Suggestions, 1 open" }).click();
  await expect(card(ann).getByText("Ben Okri suggests 3 changes")).toBeVisible();
  await expect(card(ann).getByText("I was there last year")).toBeVisible();
  await expect(card(ann).getByRole("listitem").first()).toHaveText(/Tile museum.*Azulejo museum/);
  await expectAccessible(ann.page);
});

test("an editor takes two of three, by keyboard; both see the plan, and the author the answer", async () => {
  await card(ann).getByRole("checkbox", { name: "Move Tasca do Chico" }).focus();
  await ann.page.keyboard.press("Space");
  const accept = card(ann).getByRole("button", { name: "Accept 2 of 3" });
  await accept.focus();
  await ann.page.keyboard.press("Enter");
  for (const screen of [ann, ben]) {
    await expect(planOf(screen, MONDAY)).toHaveText(["Azulejo museum", "Tasca do Chico", "Ginjinha"]);
    await expect(drawer(screen).getByText("Ann Lee accepted 2 of 3")).toBeVisible();
  }
});

test("one undo takes all of it back and asks again", async () => {
  await ann.page.getByRole("button", { name: "Undo", exact: true }).last().click();
  for (const screen of [ann, ben]) {
    await expect(planOf(screen, MONDAY)).toHaveText(["Tile museum", "Tasca do Chico"]);
    await expect(card(screen)).toBeVisible();
  }
});

test(
  "what was changed since says so, and is overwritten only at the second press",
  { tag: LONG_TAG },
  async () => {
    await rename("Tile house");
    await expect(card(ann).getByText("Changed since. Now: Tile house")).toBeVisible();
    // A double click must not accept the warning that the first click shows.
    await card(ann).getByRole("button", { name: "Accept all 3" }).dblclick();
    await expect(card(ann).getByText("Accepting overwrites what is there now.")).toBeVisible();
    await expectAccessible(ann.page);
    await card(ann).getByRole("button", { name: "Accept anyway" }).click();
    for (const screen of [ann, ben]) {
      await expect(planOf(screen, MONDAY)).toHaveText(["Azulejo museum", "Ginjinha"]);
      await expect(planOf(screen, TUESDAY)).toHaveText(["Tasca do Chico"]);
    }
  },
);

test("a suggestion is dismissed with a word, which its author reads", { tag: LONG_TAG }, async () => {
  await drawer(ben).getByRole("button", { name: "Close" }).click();
  await ben.open("Ginjinha");
  await ben.details.getByRole("button", { name: "Delete stop" }).click();
  await expect(ben.row("Ginjinha").getByText("Suggested: delete")).toBeVisible();
  await draft(ben).getByRole("button", { name: "Send" }).click();
  await expect(draft(ben)).toBeHidden();

  await card(ann).getByRole("button", { name: "Dismiss" }).click();
  await card(ann).getByLabel("A word why").fill("We love it");
  await ann.page.keyboard.press("Enter");
  await openOnPhone(ben);
  await expect(drawer(ben).getByText("Ann Lee dismissed it")).toBeVisible();
  await expect(drawer(ben).getByText("“We love it”")).toBeVisible();
});

test("one's own suggestion is withdrawn, and goes on as a draft", { tag: LONG_TAG }, async () => {
  await drawer(ben).getByRole("button", { name: "Close" }).click();
  await ben.add(ben.day(TUESDAY), "Miradouro");
  await draft(ben).getByRole("button", { name: "Send" }).click();
  await openOnPhone(ben);
  await card(ben).getByRole("button", { name: "Withdraw" }).click();
  await expect(drawer(ben).getByText("Withdrawn")).toBeVisible();
  await ben.page.getByRole("button", { name: "Edit it" }).click();
  const lines = drawer(ben).getByRole("region", { name: "Your changes" });
  await expect(lines.getByRole("listitem")).toHaveText([/Miradouro/]);
  await lines.getByRole("button", { name: "Discard" }).click();
  await expect(lines).toBeHidden();
});

test("opening hours are suggested as they would be", { tag: LONG_TAG }, async () => {
  await suggestHours();
  await expect(card(ann).getByRole("listitem")).toHaveText([/Mon 09:00–17:00/]);
});
