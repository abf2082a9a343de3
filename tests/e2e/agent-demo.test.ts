// @long: the demonstration model, which no service uses
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { closeDatabases } from "#lib/server/process/database.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { ChatServer } from "#tests/doubles/chat-server.ts";
import { startDemoModel } from "#tests/doubles/demo-model.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { DEVICES } from "./devices.ts";
import { kansaiTrip, letIn } from "./map-trip.ts";
import { TripScreen } from "./trip-screen.ts";
import { ask, panel, conversationRegion } from "./agent-drawer.ts";

// Two people follow one conversation, which continues on another device. The tests run in order: each begins where the
// previous one ended.
test.describe.configure({ mode: "serial" });

let model: ChatServer;
let app: App;
let contexts: BrowserContext[];
let trip: TripDto;
let ann: Page;
let ben: Page;
let annsPhone: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000);
  model = await startDemoModel({ pace: 5 });
  const env = { AGENT_MODEL: model.model, AGENT_API_KEY: model.key, AGENT_BASE_URL: model.baseUrl };
  app = await startApp({ env });
  useDatabaseOf(app);
  const [owner, editor] = [await newPerson({ name: "Ann Lee" }), await newPerson({ name: "Ben Okri" })];
  trip = await kansaiTrip(as(owner));
  await letIn(trip, as(owner), as(editor), "editor");
  contexts = [];
  const pageOf = async ({ token }: Person, device: keyof typeof DEVICES) => {
    const context = await browser.newContext({
      ...DEVICES[device],
      baseURL: app.url,
      reducedMotion: "reduce",
    });
    contexts.push(context);
    await context.addCookies([sessionCookie(token, app.url)]);
    return context.newPage();
  };
  ann = await pageOf(owner, "desktop");
  ben = await pageOf(editor, "desktop");
  annsPhone = await pageOf(owner, "phone");
  for (const page of [ann, ben]) await page.goto(`/trips/${trip.id}`);
});

test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await closeDatabases();
  await Promise.all([app.stop(), model.stop()]);
});

function as({ token }: Person) {
  return { token, baseUrl: app.url };
}

const RAMEN = "Ramen at Ichiran";
const UDON = "Udon at Dotonbori";

const stops = (page: Page, name: string) => new TripScreen(page).stop(name);

test("what one asks for comes into everybody’s plan, and another takes it back", async () => {
  await expect(panel(ben).getByRole("heading", { name: "Ask the trip’s agent" })).toBeVisible();
  await ask(ann, "add ramen at Ichiran on day 2 at 19:00");
  for (const page of [ann, ben]) {
    await expect(conversationRegion(page).getByText(/^I've added “Ramen at Ichiran” to day 2/)).toBeVisible();
    await expect(stops(page, RAMEN)).toHaveCount(1);
    await expect(new TripScreen(page).row(RAMEN)).toContainText("19:00");
  }
  const card = conversationRegion(ben).getByRole("region", { name: "1 change to Tue 6 Apr" });
  await expect(card).toContainText(RAMEN);
  await card.getByRole("button", { name: "Undo" }).click();
  for (const page of [ann, ben]) {
    await expect(conversationRegion(page).getByText("Taken back", { exact: true })).toBeVisible();
    await expect(stops(page, RAMEN)).toHaveCount(0);
  }
});

test("on a phone the conversation is there as it was, and goes on", async () => {
  await annsPhone.goto(`/trips/${trip.id}`);
  await annsPhone.getByRole("button", { name: /^Trip agent/ }).click();
  await expect(conversationRegion(annsPhone).getByText(/^I've added “Ramen at Ichiran”/)).toHaveCount(1);
  await expect(conversationRegion(annsPhone).getByText("Taken back", { exact: true })).toBeVisible();
  await ask(annsPhone, "add udon at Dotonbori on day 2 at 18:00");
  await expect(
    conversationRegion(annsPhone).getByText(/^I've added “Udon at Dotonbori” to day 2/),
  ).toBeVisible();
  await expect(new TripScreen(ben).row(UDON)).toContainText("18:00");
  await ask(annsPhone, "move it to 12:30");
  for (const page of [ann, ben, annsPhone]) {
    await expect(conversationRegion(page).getByText("“Udon at Dotonbori” is now at 12:30.")).toHaveCount(1);
  }
  await expect(conversationRegion(annsPhone).getByText("“Udon at Dotonbori” is now at 12:30.")).toBeVisible();
  await expect(new TripScreen(ben).row(UDON)).toContainText("12:30");
  await expect(stops(ben, UDON)).toHaveCount(1);
});
