import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { ask, agentButton, field, panel, conversationRegion, liveRegion } from "./agent-drawer.ts";
import { type AgentService, storeExchange, signInNewPersonAt, startAgentService } from "./agent-service.ts";
import { DEVICES } from "./devices.ts";
import { kansaiTrip, letIn } from "./map-trip.ts";

// Two members and a guest use one trip's agent. The tests run in order: each begins where the previous one ended.
test.describe.configure({ mode: "serial" });

let service: AgentService;
let desktop: BrowserContext;
let phone: BrowserContext;
let ann: { person: Person; page: Page };
let ben: { person: Person; page: Page };
let trip: TripDto;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000);
  service = await startAgentService();
  const options = { baseURL: service.app.url, reducedMotion: "reduce" } as const;
  desktop = await browser.newContext({ ...DEVICES.desktop, ...options });
  phone = await browser.newContext({ ...DEVICES.phone, ...options });
  const owner = await signInNewPersonAt(service.app, desktop, "Ann Lee");
  const viewer = await signInNewPersonAt(service.app, phone, "Ben Okri");
  trip = await kansaiTrip(as(owner));
  await letIn(trip, as(owner), as(viewer), "viewer");
  trip = (await call(tripsApi.get, { params: { tripId: trip.id } }, as(owner))).data;
  ann = { person: owner, page: await desktop.newPage() };
  ben = { person: viewer, page: await phone.newPage() };
  await ann.page.goto(`/trips/${trip.id}`);
  await ben.page.goto(`/trips/${trip.id}`);
});

test.beforeEach(() => service.model.reset());

test.afterAll(async () => {
  await desktop.close();
  await phone.close();
  await closeDatabases();
  await service.stop();
});

function as({ token }: Person) {
  return { token, baseUrl: service.app.url };
}

async function expectUsable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
}

test("beside a wide plan it stands there by itself, until somebody puts it away", async () => {
  const { page } = ann;
  await expect(panel(page).getByRole("heading", { name: "Ask the trip’s agent" })).toBeVisible();
  await expect(
    panel(page).getByRole("button", { name: "Find a place for dinner near Nishiki Market" }),
  ).toBeVisible();
  await expectUsable(page);
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/users/me/preferences"));
  await page.getByRole("button", { name: "Close", exact: true }).click();
  expect((await kept).status()).toBe(200);
  await page.reload();
  await expect(agentButton(page)).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator("[data-map-state]")).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await page.locator("main").focus();
  await page.keyboard.press("a");
  await expect(field(page)).toBeFocused();
});

test("what one asks is answered before everybody’s eyes", async () => {
  service.model.script([{ text: "Take **bus 206** to [Gojo-zaka](https://www.city.example/bus) early." }]);
  service.model.hold(5);
  await agentButton(ben.page).click();
  await expect(panel(ben.page).getByText("Changes that you ask for are proposed")).toBeVisible();
  await ask(ann.page, "How do we get\nto Kiyomizu-dera?");
  await service.model.held();
  await expect(field(ann.page)).toHaveValue("");
  await expect(conversationRegion(ann.page).getByText("Take bus 206")).toBeVisible();
  await expect(conversationRegion(ben.page).getByText("Ann Lee asked:")).toBeAttached();
  await expect(conversationRegion(ben.page).getByText("Take bus 206")).toBeVisible();
  await expect(panel(ben.page).getByText("The agent is at work for Ann Lee.")).toBeVisible();
  await expect(panel(ben.page).getByRole("button", { name: "Stop the agent" })).toHaveCount(0);
  await expect(liveRegion(ben.page)).toContainText("The agent is at work for Ann Lee.");
  service.model.release();
  for (const { page } of [ann, ben]) {
    const link = conversationRegion(page).getByRole("link", { name: /Gojo-zaka.*city\.example/ });
    await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
    await expect(link).toHaveAttribute("target", "_blank");
  }
  await expect(liveRegion(ben.page)).toContainText("The agent has finished.");
  await expect(conversationRegion(ben.page).getByText("Take bus 206 to Gojo-zaka")).toHaveCount(1);
  await expectUsable(ben.page);
  await expectUsable(ann.page);
});

test("whoever asked stops it, and all see that it was stopped", async () => {
  service.model.script([{ endless: "words" }]);
  service.model.hold(20);
  await ask(ben.page, "Tell me everything");
  await expect(conversationRegion(ann.page).getByText("and so on and so on")).toBeVisible();
  await panel(ben.page).getByRole("button", { name: "Stop the agent" }).click();
  for (const { page } of [ann, ben])
    await expect(conversationRegion(page).getByText("Stopped.")).toBeVisible();
  service.model.release();
  await expect(panel(ann.page).getByRole("button", { name: "Send" })).toBeVisible();
});

test("what happened meanwhile is there once the connection is back, each word once", async () => {
  service.model.script([{ text: "One two three four five six seven eight nine ten" }]);
  service.model.hold(3);
  await ask(ann.page, "Count");
  await service.model.held();
  await expect(conversationRegion(ben.page).getByText("One two")).toBeVisible();
  await phone.setOffline(true);
  service.model.release();
  await expect(conversationRegion(ann.page).getByText("nine ten")).toBeVisible();
  await field(ben.page).fill("Thanks");
  await phone.setOffline(false);
  await expect(
    conversationRegion(ben.page).getByText("One two three four five six seven eight nine ten", {
      exact: true,
    }),
  ).toHaveCount(1);
  await expect(panel(ben.page).getByText("The agent is at work for Ann Lee.")).toHaveCount(0);
  await expect(field(ben.page)).toHaveValue("Thanks");
});

test("a question that can’t be sent stays, and sending it again asks once", async () => {
  await phone.setOffline(true);
  await field(ben.page).press("Enter");
  await expect(panel(ben.page).getByRole("alert")).toContainText("Your message is still here");
  await expect(field(ben.page)).toHaveValue("Thanks");
  await phone.setOffline(false);
  await ben.page.route("**/agent/messages", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  // The message reaches the service, but the service's answer to it is lost.
  await field(ben.page).press("Enter");
  await expect(conversationRegion(ann.page).getByText("Thanks", { exact: true })).toHaveCount(1);
  await expect(field(ben.page)).toHaveValue("");
  await ben.page.unroute("**/agent/messages");
  await expect(conversationRegion(ben.page).getByText("Thanks", { exact: true })).toHaveCount(1);
  await expect(conversationRegion(ben.page).getByText("All right.")).toBeVisible();
});

test("Enter that ends a word of an input method sends nothing", async () => {
  await field(ann.page).fill("qing shui si");
  await field(ann.page).evaluate((element) => {
    const key = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent("keydown", key));
  });
  await field(ann.page).press("Shift+Enter");
  await expect(field(ann.page)).toHaveValue("qing shui si\n");
  await field(ann.page).fill("好".repeat(4001));
  await expect(panel(ann.page).getByText("1 character too many")).toBeVisible();
  await expect(panel(ann.page).getByRole("button", { name: "Send" })).toBeDisabled();
  await field(ann.page).fill("");
});

test("a model that fails is told of in words, and asked again", async () => {
  service.model.script([{ status: 400 }, { text: "Now it works." }]);
  await ask(ann.page, "Once more");
  const alert = conversationRegion(ann.page).getByText(/^The model behind the agent/);
  await expect(alert).toBeVisible();
  const again = conversationRegion(ann.page).getByRole("button", { name: "Try again" });
  if (await again.isVisible()) await again.click();
  else await ask(ann.page, "Once more");
  await expect(conversationRegion(ben.page).getByText("Now it works.")).toBeVisible();
});

test("editors say how changes are made, and everybody sees it", async () => {
  await panel(ann.page).getByRole("button", { name: "Changes are applied at once" }).click();
  await ann.page.getByRole("menuitemradio", { name: "Proposed first" }).click();
  await expect(panel(ann.page).getByRole("button", { name: "Changes are proposed first" })).toBeVisible();
  await expect(panel(ben.page).getByRole("button", { name: /^Changes are/ })).toHaveCount(0);
});

test("what it changed is taken back in one step; a draft and other dates open the usual forms", async () => {
  const params = { tripId: trip.id };
  const [stop] = trip.stops;
  const time = { startTime: "08:00", endTime: "09:15" };
  const at = { params: { ...params, stopId: stop?.id ?? "" }, body: time };
  const { seq } = await call(stopsApi.update, at, as(ann.person));
  const line = {
    seq: seq ?? 0,
    op: "stop.updated",
    entityId: stop?.id ?? "",
    name: "Kiyomizu-dera",
    changes: { startTime: [null, "08:00"], endTime: [null, "09:15"] } as Record<string, [unknown, unknown]>,
  };
  const members = trip.members.map(({ id: memberId }) => ({ memberId }));
  const payers = [{ memberId: members[0]?.memberId ?? "", amount: 3200 }];
  const money = {
    amount: 3200,
    currency: trip.currency,
    payers,
    split: { mode: "equal" as const, parts: members },
  };
  await storeExchange(ann.person, trip, "Change it", [
    { type: "step", tool: "edit_stop", state: "done", about: { name: "Kiyomizu-dera" }, result: null },
    { type: "changes", groupId: crypto.randomUUID(), seq: seq ?? 0, lines: [line], count: 1 },
    { type: "expense", expense: { title: "Ramen", money, spentOn: "2027-04-05" } },
    { type: "dates", startDate: "2027-04-12", endDate: "2027-04-13", mode: "shift", movedStops: 5 },
  ]);
  const { page } = ann;
  await expect(conversationRegion(page).getByText("Changed Kiyomizu-dera")).toBeVisible();
  const card = conversationRegion(page).getByRole("region", { name: "1 change to Mon 5 Apr" });
  await expect(card).toContainText("08:00 – 09:15");
  await expectUsable(page);

  await conversationRegion(page).getByRole("button", { name: "Look at it" }).click();
  const dates = page.getByRole("dialog", { name: "Dates" });
  await expect(dates.getByText(/^2 days move from 5 – 6 Apr 2027 to 12/)).toBeVisible();
  await page.keyboard.press("Escape");
  await conversationRegion(page).getByRole("button", { name: "Check and add" }).click();
  await expect(page.getByRole("textbox", { name: "What for" })).toHaveValue("Ramen");
  await page.keyboard.press("Escape");

  await card.getByRole("button", { name: "Undo" }).click();
  await expect(card.getByText("Taken back")).toBeVisible();
  await expect(conversationRegion(ben.page).getByText("Taken back")).toBeVisible();
});

test("a closed drawer says that it works, and then that it has answered", async () => {
  await ben.page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(panel(ben.page)).toHaveCount(0);
  service.model.script([{ text: "A last word." }]);
  await ask(ann.page, "Anything else?");
  await expect(conversationRegion(ann.page).getByText("A last word.")).toBeVisible();
  await ben.page.reload();
  await expect(agentButton(ben.page)).toHaveAccessibleName("Trip agent, new answer");
  await agentButton(ben.page).click();
  await expect(conversationRegion(ben.page).getByText("A last word.")).toBeVisible();
  await ben.page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(agentButton(ben.page)).toHaveAccessibleName("Trip agent");
});

test("guests read along and are told why they can’t ask", async ({ browser }) => {
  const context = await browser.newContext({ ...DEVICES.desktop, baseURL: service.app.url });
  const guest = await signInNewPersonAt(service.app, context, "Cleo");
  await letIn(trip, as(ann.person), as(guest), "guest");
  const page = await context.newPage();
  await page.goto(`/trips/${trip.id}?agent=1`);
  await expect(conversationRegion(page).getByText("A last word.")).toBeVisible();
  await expect(panel(page).getByText("Guests read along.")).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await context.close();
});
