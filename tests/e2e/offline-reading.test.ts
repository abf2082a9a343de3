// @long: a stored trip in airplane mode in every way; offline-story reloads one, and writes into it
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { sessions } from "#db/schema/auth.ts";
import { call } from "#lib/client/base/api.ts";
import { closeDatabases, freshDatabase } from "#lib/server/process/database.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import type { Relay } from "#tests/helpers/relay.ts";
import { complaintsOf } from "./complaints.ts";
import { DEVICES } from "./devices.ts";
import { as, signInNewPerson } from "./entering.ts";
import { cachedTexts, hasMark, markPage, offlineLine, readDevice, untilStored } from "./device-storage.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { expectAccessible } from "./pair.ts";
import { type RelayedService, startRelayedService } from "./relayed-service.ts";
import { TripScreen } from "./trip-screen.ts";

test.describe.configure({ timeout: 120_000 });

let service: RelayedService;
let relay: Relay;
let desktop: BrowserContext;
let page: Page;
let ann: Person;
let ben: Person;
let lived: LivedInTrip;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  service = await startRelayedService();
  ({ relay } = service);
  const elsewhere = await browser.newContext();
  ben = await signInNewPerson(elsewhere, "Ben Okri");
  await elsewhere.close();
});

test.afterAll(async () => {
  await closeDatabases();
  await service.stop();
});

test.beforeEach(async ({ browser }) => {
  await relay.pass();
  desktop = await browser.newContext({ ...DEVICES.desktop, baseURL: relay.url, reducedMotion: "reduce" });
  ann = await signInNewPerson(desktop, "Ann Lee");
  lived = await livedInTrip(ann, ben);
  page = await desktop.newPage();
});

test.afterEach(() => desktop.close());

const NOTHING = { owner: null, trips: [], listed: 0 };
const path = () => `/trips/${lived.trip.id}`;

async function openAndKeep(): Promise<void> {
  await page.goto(path());
  await untilStored(page, lived.trip.id);
}

function addStop(name: string) {
  const input = { params: { tripId: lived.trip.id }, body: { dayId: lived.trip.days[0]?.id ?? null, name } };
  return call(stopsApi.create, input, { ...as(ben), baseUrl: service.direct });
}

test("in airplane mode an opened trip opens by reload, by its address and from the list, whole", async () => {
  const { data: other } = await call(tripsApi.create, { body: { title: "Never opened" } }, as(ann));
  await page.goto("/trips");
  await expect(page.getByRole("link", { name: "Never opened" })).toBeVisible();
  // The device lists three trips, of which one is the demo trip.
  await expect.poll(async () => (await readDevice(page)).listed).toBe(3);
  const screen = new TripScreen(page);
  const shown = (text: string) => page.getByText(text).filter({ visible: true }).first();
  await page.goto(path());
  await screen.open("São Jorge Castle");
  await expect(screen.details.getByText("Tickets are cheaper online.")).toBeVisible();
  await untilStored(page, lived.trip.id);
  await expect.poll(async () => (await readDevice(page)).trips[0]?.threads).toBe(1);

  await desktop.setOffline(true);
  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  await expect(screen.details.getByText("Tickets are cheaper online.")).toBeVisible();
  await expect(page).toHaveTitle("Lisbon in spring · Wayfare");
  await page.keyboard.press("Escape");
  await screen.show("Bookings");
  await expect(shown("Pensão Londres")).toBeVisible();
  await screen.show("Money");
  await expect(shown("Dinner")).toBeVisible();
  await screen.show("Lists");
  await expect(shown("Plug adapter")).toBeVisible();

  const typed = await desktop.newPage();
  await typed.goto(path());
  await expect(offlineLine(typed)).toBeVisible();
  await typed.goto("/trips");
  await expect(typed.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(typed.getByRole("listitem").filter({ hasText: "Never opened" })).toBeVisible();
  await expectAccessible(typed);
  await typed.getByRole("link", { name: "Lisbon in spring" }).click();
  await expect(offlineLine(typed)).toBeVisible();
  await typed.goto(`/trips/${other.id}`);
  await expect(typed.getByText("This trip is not on this device.")).toBeVisible();
  await typed.goto("/account");
  await expect(typed.getByText("This page needs a connection.")).toBeVisible();
});

test("links lead to what is kept, and back to the service's own pages once it is there", async () => {
  await openAndKeep();
  await desktop.setOffline(true);
  await page.getByRole("link", { name: "All trips" }).click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await page.getByRole("link", { name: "Lisbon in spring" }).click();
  await expect(offlineLine(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await desktop.setOffline(false);
  await expect(page.getByRole("button", { name: "Account of Ann Lee" })).toBeVisible();
});

test("what was never opened before opens: dialogs, forms and panels", async () => {
  await openAndKeep();
  const complaints = await complaintsOf(page);
  await desktop.setOffline(true);
  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(dialog).toContainText("they need a connection");
  await page.keyboard.press("Escape");
  for (const item of ["Export", "Notifications", "Duplicate"]) {
    await page.getByRole("button", { name: "Trip menu" }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${item}`) }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  const screen = new TripScreen(page);
  await screen.show("Money");
  await page.getByRole("button", { name: "Add expense" }).first().click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(dialog).toBeVisible();
  // The page causes no errors except those of the missing network: none of the security policy and none of React.
  expect(complaints.filter((said) => !/ERR_INTERNET_DISCONNECTED/.test(said))).toEqual([]);
});

test("a page that began without a network goes live by itself, and misses nothing", async () => {
  await openAndKeep();
  await relay.refuse();
  await page.goto(path());
  const line = page.getByText(/^(Reconnecting|Offline, as of)/).filter({ visible: true });
  await expect(line.first()).toBeVisible();
  await markPage(page);
  await addStop("Fado night");
  await relay.pass();
  const screen = new TripScreen(page);
  await expect(screen.stop("Fado night")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Saved", { exact: true }).filter({ visible: true })).toBeVisible();
  expect(await hasMark(page)).toBe(true);
  // The event that arrived is stored on the device too.
  const { data: now } = await call(tripsApi.get, { params: { tripId: lived.trip.id } }, as(ann));
  await expect
    .poll(async () => (await readDevice(page)).trips)
    .toMatchObject([{ id: lived.trip.id, seq: now.seq }]);
});

test("on a line that swallows everything the kept trip comes after some seconds", async () => {
  await openAndKeep();
  relay.swallow();
  const since = Date.now();
  await page.goto(path(), { waitUntil: "commit" });
  await expect(new TripScreen(page).stop("São Jorge Castle")).toBeVisible();
  expect(Date.now() - since).toBeGreaterThan(3900);
  await page.getByRole("link", { name: "All trips" }).click();
  await expect(page.getByRole("link", { name: "Lisbon in spring" })).toBeVisible({ timeout: 15_000 });
});

test("signing out leaves nothing of anybody, in other tabs too", async () => {
  await page.goto("/trips");
  await openAndKeep();
  const tab = await desktop.newPage();
  await tab.goto("/trips");
  await tab.getByRole("button", { name: "Account of Ann Lee" }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(tab).toHaveURL(/\/$/);
  expect(await readDevice(tab)).toMatchObject(NOTHING);
  // The first tab learns of the sign-out and of a change, and stores nothing of either.
  await addStop("After all");
  await expect(page.getByText(/^You are signed out/).first()).toBeVisible({ timeout: 20_000 });
  await page.goto("/");
  expect(await readDevice(page)).toMatchObject(NOTHING);
  const texts = await cachedTexts(page);
  for (const personal of ["Lisbon in spring", "Ann Lee", ann.email, ann.token, ann.userId])
    expect(texts).not.toContain(personal);
  await desktop.setOffline(true);
  await page.goto(path());
  await expect(page.getByText("This trip is not on this device.")).toBeVisible();
});

test("another person, or nobody, finds nothing of the one before", async () => {
  await openAndKeep();
  await freshDatabase().drizzle.delete(sessions).where(eq(sessions.id, ann.sessionId));
  await page.goto("/trips");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect.poll(async () => (await readDevice(page)).trips, { timeout: 20_000 }).toEqual([]);

  const cleo = await signInNewPerson(desktop, "Cleo Park");
  const { data: own } = await call(tripsApi.create, { body: { title: "Cleo's own" } }, as(cleo));
  await page.goto(`/trips/${own.id}`);
  await untilStored(page, own.id);
  const dora = await signInNewPerson(desktop, "Dora Sand");
  await page.goto("/trips");
  await expect.poll(async () => (await readDevice(page)).owner).toBe(dora.userId);
  expect((await readDevice(page)).trips).toEqual([]);
  await desktop.setOffline(true);
  await page.goto(`/trips/${own.id}`);
  await expect(page.getByText("This trip is not on this device.")).toBeVisible();
});

test("a trip that somebody is taken out of goes from the device", async ({ browser }) => {
  const phone = await browser.newContext({ ...DEVICES.phone, baseURL: relay.url });
  const kim = await signInNewPerson(phone, "Kim Ode");
  const there = await phone.newPage();
  await there.goto(`/invite/${lived.inviteToken}`);
  await there.getByRole("button", { name: /^Join/ }).click();
  await expect(there).toHaveURL(new RegExp(lived.trip.id));
  await untilStored(there, lived.trip.id);
  const params = { tripId: lived.trip.id };
  await call(membersApi.remove, { params: { ...params, userId: kim.userId } }, as(ann));
  await expect.poll(async () => (await readDevice(there)).trips, { timeout: 20_000 }).toEqual([]);
  await phone.close();
});

test("on a phone, in Chinese", async ({ browser }) => {
  const phone = await browser.newContext({ ...DEVICES.phone, baseURL: relay.url, locale: "zh-CN" });
  await phone.addCookies(await desktop.cookies());
  const there = await phone.newPage();
  await there.goto(path());
  await untilStored(there, lived.trip.id);
  await phone.setOffline(true);
  await there.reload();
  await expect(there.getByText(/^离线，截至\d\d:\d\d$/).filter({ visible: true })).toBeVisible();
  await expect(there.locator("html")).toHaveAttribute("lang", "zh");
  await there.goto("/trips");
  await expect(there.getByRole("heading", { name: "你处于离线状态" })).toBeVisible();
  await expectAccessible(there);
  const link = there.getByRole("link", { name: /Lisbon in spring/ });
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await phone.close();
});

test("a newer build's code takes the place of the old one once no page runs that", async () => {
  await openAndKeep();
  const [current = ""] = (await readDevice(page)).caches;
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ type: "keep", build: "newer", look: "en", ahead: true }, []);
  });
  const caches = expect.poll(async () => (await readDevice(page)).caches, { timeout: 30_000 });
  await caches.toEqual([current, "wayfare-build-newer"]);
  // The trip list does not need the trip's code. The list stores its own build, and no page uses the newer build.
  await page.goto("/trips");
  await caches.toEqual([current]);
});

test("what another version has left in the store is dropped, and the app can be installed", async () => {
  await page.goto("/api/ping");
  await page.evaluate(() => {
    const opening = indexedDB.open("wayfare-device", 99);
    return new Promise((resolve) => {
      opening.addEventListener("success", () => resolve(opening.result.close()));
    });
  });
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  await page.goto(path());
  await expect(new TripScreen(page).stop("São Jorge Castle")).toBeVisible();
  await expect.poll(async () => (await readDevice(page)).hasShell, { timeout: 40_000 }).toBe(true);
  expect(problems).toEqual([]);
  const tools = await desktop.newCDPSession(page);
  const { installabilityErrors } = await tools.send("Page.getInstallabilityErrors");
  // A test's browser stores nothing permanently, which the browser reports as incognito.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  // The page offers the installation only after the browser's event, and then in the account's menu.
  await page.goto("/trips");
  await page.getByRole("button", { name: "Account of Ann Lee" }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  const line = page.getByRole("menuitem", { name: "Install the app" });
  await expect(line).toBeHidden();
  await page.evaluate(() => {
    const ask = { prompt: () => Promise.resolve(Object.assign(window, { wasAsked: true })) };
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), ask));
  });
  await line.click();
  expect(await page.evaluate(() => "wasAsked" in window)).toBe(true);
});
