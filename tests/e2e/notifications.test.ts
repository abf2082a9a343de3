import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { call } from "#lib/client/base/api.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import type { Person } from "#tests/factories/people.ts";
import { DEVICES } from "./devices.ts";
import { appUrl, as, signInNewPerson } from "./entering.ts";
import { type LivedInTrip, livedInTrip } from "./lived-in-trip.ts";
import { LONG_TAG } from "#tests/helpers/tiers.ts";

// The tests run in order, because each continues with the notifications that are unread.
test.describe.configure({ mode: "serial" });

let desktop: BrowserContext;
let phone: BrowserContext;
let elsewhere: BrowserContext;
let ann: Person;
let ben: Person;
let lived: LivedInTrip;
let benId = "";
let castleId = "";

test.beforeAll(async ({ browser }) => {
  const options = { baseURL: appUrl() };
  const shown = { permissions: ["notifications"], serviceWorkers: "allow" as const };
  desktop = await browser.newContext({ ...DEVICES.desktop, ...options, ...shown });
  phone = await browser.newContext({ ...DEVICES.phone, ...options });
  elsewhere = await browser.newContext();
  ann = await signInNewPerson(elsewhere, "Ann Lee");
  ben = await signInNewPerson(desktop, "Ben Okri");
  await phone.addCookies(await desktop.cookies());
  lived = await livedInTrip(ann, ben);
  const { data } = await call(membersApi.list, { params: { tripId: lived.trip.id } }, as(ann));
  benId = data.find(({ userId }) => userId === ben.userId)?.id ?? "";
  castleId = lived.castleId;
});

test.afterAll(async () => {
  for (const context of [desktop, phone, elsewhere]) await context.close();
});

/** Writes a comment as Ann that mentions Ben, on the castle or another target. */
async function mention(body: string, at?: CommentTarget): Promise<void> {
  const target = at ?? { kind: "stop", id: castleId };
  const params = { tripId: lived.trip.id };
  await call(commentsApi.create, { params, body: { target, body, mentions: [benId] } }, as(ann));
}

/** Writes many comments as Ann on the castle, so that earlier ones are out of view. */
async function sayMuch(): Promise<void> {
  const target = { kind: "stop" as const, id: castleId };
  const body = { target, body: "There is more to say.\n".repeat(40), mentions: [] };
  await call(commentsApi.create, { params: { tripId: lived.trip.id }, body }, as(ann));
}

/** Opens a page and waits until its inbox socket has received its first message. */
async function listening(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  const line = page.waitForEvent("websocket", (socket) => socket.url().includes("/parties/inbox/"));
  await page.goto(path);
  await (await line).waitForEvent("framereceived");
  return page;
}

function bell(page: Page, unread: number): Locator {
  const name = unread === 0 ? "Notifications" : `Notifications, ${unread} unread`;
  return page.getByRole("banner").getByRole("button", { name, exact: true });
}

let trips: Page;
let trip: Page;

test("a mention shows at once in the bell of every open page", async () => {
  trips = await listening(desktop, "/trips");
  trip = await listening(phone, `/trips/${lived.trip.id}`);
  await expect(bell(trips, 0)).toBeVisible();
  await mention("Ben, do we book this?");
  await expect(bell(trips, 1)).toBeVisible({ timeout: 2000 });
  await expect(bell(trip, 1)).toBeVisible({ timeout: 2000 });
});

test("it says who wrote what and where, leads to the thread, and is read then, everywhere", async () => {
  await bell(trips, 1).click();
  const inbox = trips.getByRole("dialog", { name: "Notifications" });
  await expect(inbox.getByRole("heading", { name: "Lisbon in spring" })).toBeVisible();
  const line = inbox.getByRole("link", { name: /Ann Lee mentioned you in São Jorge Castle/ });
  await expect(line).toContainText("Ben, do we book this?");
  await line.click();
  await expect(trips).toHaveURL(`/trips/${lived.trip.id}?stop=${castleId}`);
  await expect(trips.getByText("Ben, do we book this?")).toBeVisible();
  await expect(bell(trips, 0)).toBeVisible();
  await expect(bell(trip, 0)).toBeVisible({ timeout: 2000 });
});

test("within the trip a line opens its stop at the comment itself, and the rest is read all at once", async () => {
  await sayMuch();
  await mention("One more thing.");
  await sayMuch();
  await mention("And another.", { kind: "trip", id: lived.trip.id });
  await bell(trip, 2).click();
  const sheet = trip.getByRole("dialog", { name: "Notifications" });
  await sheet.getByRole("link", { name: /One more thing/ }).click();
  await expect(trip).toHaveURL(`/trips/${lived.trip.id}?stop=${castleId}`);
  const said = trip
    .getByRole("dialog", { name: "São Jorge Castle" })
    .getByRole("listitem")
    .filter({ hasText: "One more thing." });
  await expect(said).toHaveAttribute("aria-current", "true");
  await expect(said).toBeInViewport();
  await bell(trips, 1).click();
  const inbox = trips.getByRole("dialog", { name: "Notifications" });
  await inbox.getByRole("button", { name: "Mark all as read" }).click();
  await expect(inbox.getByLabel("Unread")).toHaveCount(0);
  await trips.keyboard.press("Escape");
  await expect(bell(trips, 0)).toBeFocused();
});

test(
  "what is chosen in the account holds for all trips, and a trip's own choice for that trip",
  { tag: LONG_TAG },
  async () => {
    await trips.goto("/account#notifications");
    const kind = trips.getByRole("radiogroup", { name: "Someone mentions me" });
    await kind.getByText("Off").click();
    await expect(trips.getByText("Get a message here when Wayfare is not open.")).toBeVisible();
    await trips.reload();
    await expect(kind.getByRole("radio", { name: "Off" })).toBeChecked();
    await trips.goto(`/trips/${lived.trip.id}`);
    await trips.getByRole("button", { name: "Trip menu" }).click();
    await trips.getByRole("menuitem", { name: "Notifications" }).click();
    const choice = trips.getByLabel("Someone mentions me");
    await expect(choice).toHaveValue("usual");
    await expect(choice.locator("option").first()).toHaveText("Same as all trips: Off");
    const saved = trips.waitForResponse((response) => response.request().method() === "PATCH");
    await choice.selectOption("In the app");
    expect((await saved).status()).toBe(200);
    await trips.keyboard.press("Escape");
    await mention("Still with us?");
    await expect(bell(trips, 1)).toBeVisible();
  },
);

test("the service worker shows a push, and a click on it reads its line", async () => {
  const tools = await desktop.newCDPSession(trips);
  const registered = new Promise<string>((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations;
      if (found) resolve(found.registrationId);
    });
  });
  await tools.send("ServiceWorker.enable");
  await trips.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  const answer = await trips.request.get("/api/users/me/notifications", { params: { limit: 1 } });
  const [newest] = await answer.json();
  const message = {
    title: "Ann Lee mentioned you",
    body: "Lisbon",
    path: "/trips",
    tag: newest.id,
    lang: "en",
  };
  const shown = () =>
    trips.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
        getNotifications: () => registration.getNotifications(),
      }));
      return (await getNotifications()).map(({ title, tag }) => ({ title, tag }));
    });
  const pushed = {
    origin: new URL(appUrl()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  };
  const shownOnceSent = async () => {
    const now = await shown();
    // A browser silently drops a push message for a service worker that it has not stored yet.
    if (now.length === 0) await tools.send("ServiceWorker.deliverPushMessage", pushed);
    return now;
  };
  await expect
    .poll(shownOnceSent, { intervals: [1000] })
    .toEqual([{ title: message.title, tag: message.tag }]);
  const [worker] = desktop.serviceWorkers();
  await worker?.evaluate(async () => {
    // The worker's global object, which has members that the types of a page lack.
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent: (event: Event) => boolean;
      NotificationEvent: new (type: string, options: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (notification) scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
  await expect.poll(shown).toEqual([]);
  await expect(bell(trips, 0)).toBeVisible();
});
