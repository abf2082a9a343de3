// @long: the cards of the agent one by one; agent has the way of a question and its undo
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { newId } from "#lib/client/base/ids.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type StreetImagery, startStreetImagery } from "#tests/doubles/street-imagery.ts";
import type { Person } from "#tests/factories/people.ts";
import { ask, agentButton, field, panel, send, conversationRegion, liveRegion } from "./agent-drawer.ts";
import { type AgentService, storeExchange, signInNewPersonAt, startAgentService } from "./agent-service.ts";
import { DEVICES } from "./devices.ts";
import { kansaiTrip, letIn } from "./map-trip.ts";
import { streetPhotoSettings } from "./street-photos.ts";
import { TripScreen } from "./trip-screen.ts";

// An owner and a viewer use one trip's agent and its cards. The tests run in order: each begins where the previous one
// ended.
test.describe.configure({ mode: "serial" });

let imagery: StreetImagery;
let service: AgentService;
let contexts: BrowserContext[];
let owner: Person;
let trip: TripDto;
let ann: Page;
let ben: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000);
  imagery = await startStreetImagery();
  service = await startAgentService(streetPhotoSettings(imagery));
  const options = { ...DEVICES.desktop, baseURL: service.app.url, reducedMotion: "reduce" } as const;
  contexts = [await browser.newContext(options), await browser.newContext(options)];
  const [annsBrowser, bensBrowser] = contexts as [BrowserContext, BrowserContext];
  owner = await signInNewPersonAt(service.app, annsBrowser, "Ann Lee");
  const viewer = await signInNewPersonAt(service.app, bensBrowser, "Ben Okri");
  const { id } = await kansaiTrip(as(owner));
  const params = { tripId: id };
  await letIn((await call(tripsApi.get, { params }, as(owner))).data, as(owner), as(viewer), "viewer");
  trip = (await call(tripsApi.get, { params }, as(owner))).data;
  [ann, ben] = [await annsBrowser.newPage(), await bensBrowser.newPage()];
  for (const page of [ann, ben]) await page.goto(`/trips/${trip.id}`);
});

test.beforeEach(() => service.model.reset());

test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await closeDatabases();
  await service.stop();
  await imagery.stop();
});

function as({ token }: Person) {
  return { token, baseUrl: service.app.url };
}

const stops = (page: Page, name: string) => new TripScreen(page).stop(name);

/** Returns the calls with which the model adds one stop of each name to the first day. */
function adding(...names: string[]) {
  return names.map((name) => ({ name: "add_stop", args: { name, dayId: trip.days[0]?.id ?? "" } }));
}

test("a start leaves what one has begun to write, and so does a reload", async () => {
  await field(ann).fill("Is there a bus");
  await panel(ann).getByRole("button", { name: "What should we pack?" }).click();
  await expect(conversationRegion(ann).getByText("All right.")).toBeVisible();
  await expect(field(ann)).toHaveValue("Is there a bus");
  await ann.reload();
  await expect(field(ann)).toHaveValue("Is there a bus");
  await send(ann);
  await expect(conversationRegion(ann).getByText("All right.")).toHaveCount(2);
  await ann.reload();
  await expect(conversationRegion(ann).getByText("All right.")).toHaveCount(2);
  await expect(field(ann)).toHaveValue("");
});

test("of what it proposes single lines are taken in the drawer, by keyboard", async () => {
  service.model.script([{ toolCalls: adding("Tea at Ippodo", "Gion by night") }, { text: "Proposed." }]);
  await ask(ben, "Add tea and a walk");
  const card = conversationRegion(ann).getByRole("article", { name: "Ben Okri suggests 2 changes" });
  await card.getByRole("checkbox", { name: "Add Gion by night" }).focus();
  await ann.keyboard.press("Space");
  await card.getByRole("button", { name: "Accept 1 of 2" }).focus();
  await ann.keyboard.press("Enter");
  for (const page of [ann, ben]) {
    await expect(conversationRegion(page).getByText("Ann Lee accepted 1 of 2.")).toBeVisible();
    await expect(stops(page, "Tea at Ippodo")).toHaveCount(1);
    await expect(stops(page, "Gion by night")).toHaveCount(0);
  }
  const isKept = () =>
    ann.evaluate(() => document.activeElement?.textContent.includes("accepted 1 of 2") === true);
  await expect.poll(isKept).toBe(true);
  expect(await ann.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test("or none of them, with a word to whoever asked", async () => {
  service.model.script([{ toolCalls: adding("Karaoke") }, { text: "Proposed." }]);
  await ask(ben, "And karaoke");
  const card = conversationRegion(ann).getByRole("article", { name: "Ben Okri suggests 1 change" });
  await card.getByRole("button", { name: "Dismiss" }).click();
  await card.getByRole("textbox", { name: "Why" }).fill("We sleep early");
  await card.getByRole("textbox", { name: "Why" }).press("Enter");
  for (const page of [ann, ben]) {
    await expect(conversationRegion(page).getByText("Ann Lee dismissed it.")).toBeVisible();
    await expect(stops(page, "Karaoke")).toHaveCount(0);
  }
});

test("who has put the drawer away is told by a mark that it works, and then that it has answered", async () => {
  service.model.script([{ text: "One. Two three four five six" }]);
  service.model.hold(3);
  await ask(ann, "Count");
  await service.model.held();
  // After the first click, the button to stop is where the button to send was; the second half of a double click must
  // not stop the agent.
  await panel(ann).getByRole("button", { name: "Stop the agent" }).dispatchEvent("click", { detail: 2 });
  await ben.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel(ben)).toHaveCount(0);
  await expect(agentButton(ben)).toHaveAccessibleName("Trip agent, at work");
  await expect(liveRegion(ben)).not.toContainText("could not finish");
  service.model.release();
  await expect(agentButton(ben)).toHaveAccessibleName("Trip agent, new answer");
  await agentButton(ben).click();
  await expect(conversationRegion(ben).getByText("five six")).toBeVisible();
});

test("a place that it found goes into the day in view, and out again", async () => {
  const query = { q: "Kobe", limit: 1 };
  const { data: places } = await call(placesApi.search, { query }, as(owner));
  await storeExchange(owner, trip, "Where else?", [{ type: "places", places }]);
  const line = conversationRegion(ann).getByRole("region", { name: "Places" }).getByRole("listitem");
  await line.getByRole("button", { name: "Add to Mon 5 Apr: Kobe" }).click();
  await expect(line.getByText("In the plan")).toBeVisible();
  const monday = new TripScreen(ben).day("Mon 5 Apr");
  await expect(monday.locator("[data-row]", { hasText: "Kobe" })).toHaveCount(1);
  const { data } = await call(tripsApi.get, { params: { tripId: trip.id } }, as(owner));
  expect(data.stops.find(({ name }) => name === "Kobe")?.place?.placeRef).toBe(places[0]?.placeRef);
  const told = ann.getByRole("listitem").filter({ hasText: "Kobe added to Mon 5 Apr" });
  await told.getByRole("button", { name: "Undo" }).click();
  await expect(stops(ben, "Kobe")).toHaveCount(0);
  await expect(line.getByRole("button", { name: /^Add to/ })).toBeVisible();
});

test("street photos that it looked at are there, with whose they are, and open large", async () => {
  service.model.script([
    { toolCalls: [{ name: "look_at_street", args: { stopId: trip.stops[0]?.id ?? "" } }] },
    { text: "There are photos." },
  ]);
  await ask(ann, "What does the street look like?");
  for (const page of [ann, ben]) {
    const card = conversationRegion(page).getByRole("region", { name: "The street at Kiyomizu-dera" });
    const photo = card.getByRole("listitem").getByRole("img").first();
    await photo.scrollIntoViewIfNeeded();
    const width = () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await expect(card.getByRole("link", { name: /Mapillary/ })).toBeVisible();
  }
  const opener = conversationRegion(ann)
    .getByRole("listitem")
    .getByRole("button", { name: /Facing/ })
    .first();
  await opener.click();
  const viewer = ann.getByRole("dialog", { name: /^Facing/ });
  await expect(viewer).toBeVisible();
  await ann.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a draft that was recorded and deleted is refused by name, and what was written saves it anew", async () => {
  const [first] = trip.members;
  const parts = trip.members.map(({ id: memberId }) => ({ memberId }));
  const payers = [{ memberId: first?.id ?? "", amount: 3200 }];
  const money = { amount: 3200, currency: trip.currency, payers, split: { mode: "equal" as const, parts } };
  const draft = { id: newId(), title: "Ramen", money, spentOn: "2027-04-05" };
  await storeExchange(owner, trip, "We had ramen", [{ type: "expense", expense: draft }]);
  const check = conversationRegion(ann).getByRole("button", { name: "Check and add" });
  const name = ann.getByRole("textbox", { name: "What for" });
  const save = ann.getByRole("dialog").getByRole("button", { name: /^Add / });
  const params = { tripId: trip.id };
  const recorded = async () => (await call(tripsApi.get, { params }, as(owner))).data.expenses;

  await check.click();
  await save.click();
  await expect(conversationRegion(ann).getByText("Recorded", { exact: true })).toBeVisible();
  await call(expensesApi.delete, { params: { ...params, expenseId: draft.id } }, as(owner));
  await check.click();
  await name.fill("Ramen in Gion");
  await save.click();
  await expect(ann.getByText(/^This was recorded before\./)).toBeVisible();
  expect(await recorded()).toEqual([]);

  await check.click();
  await expect(name).toHaveValue("Ramen in Gion");
  await save.click();
  await expect.poll(async () => (await recorded()).map(({ title }) => title)).toEqual(["Ramen in Gion"]);
  const [anew] = await recorded();
  expect(anew).toMatchObject({ money: { amount: 3200 } });
  expect(anew?.id).not.toBe(draft.id);
});

test("what was said long ago comes as one scrolls up, each once, and nothing jumps", async () => {
  const turns = Array.from({ length: 60 }, (_, turn) => turn);
  for (const turn of turns) {
    const text = `Answer ${turn}, which is a little longer than what was asked, so that it takes two lines.`;
    await storeExchange(owner, trip, `Question ${turn}`, [{ type: "text", text }]);
  }
  await ann.reload();
  await expect(conversationRegion(ann).getByText("Question 59", { exact: true })).toBeInViewport();
  const oldest = conversationRegion(ann).getByText("Question 0", { exact: true });
  await expect(oldest).toHaveCount(0);
  const earlier = panel(ann).getByRole("button", { name: "Show earlier messages" });
  while ((await oldest.count()) === 0) {
    const first = conversationRegion(ann)
      .getByText(/^Question \d+$/)
      .first();
    const name = await first.textContent();
    await earlier.scrollIntoViewIfNeeded();
    await expect(
      conversationRegion(ann)
        .getByText(/^Question \d+$/)
        .first(),
    ).not.toHaveText(name ?? "");
    await expect(conversationRegion(ann).getByText(name ?? "", { exact: true })).toBeInViewport();
  }
  for (const turn of turns) {
    await expect(conversationRegion(ann).getByText(`Question ${turn}`, { exact: true })).toHaveCount(1);
  }
  await panel(ann).getByRole("button", { name: "To the newest message" }).click();
  await expect(conversationRegion(ann).getByText("Question 59", { exact: true })).toBeInViewport();
});
