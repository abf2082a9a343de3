// @alone: sets the environment, which the service reads once
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimPushes } from "#db/queries/push.ts";
import { sessions } from "#db/schema/auth.ts";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { notify, requoteNotifications } from "#lib/server/notifications/notify.ts";
import { pushDue } from "#lib/server/push/push-due.ts";
import { writeTrip } from "#lib/server/writes/write.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import type { NotificationKind } from "#lib/shared/notifications.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type PushService, startPushService, type SubscribedBrowser } from "#tests/doubles/push-service.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newMember, newTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";
import { newSubscription } from "#tests/helpers/subscriptions.ts";
import { ctxOf } from "#tests/helpers/context.ts";

const MINUTE = 60_000;

let service: PushService;
let ann: Person;
let bob: Person;
let trip: TripDto;

beforeAll(async () => {
  service = await startPushService(process.env.WEB_PUSH_PUBLIC_KEY ?? "");
  process.env.WEB_PUSH_HOSTS = `${service.host},push.example.org`;
});

afterAll(() => service.stop());

beforeEach(async () => {
  ann = await newPerson({ name: "Ann" });
  trip = await newTrip(ann);
  bob = await newMember(ann, trip, "viewer");
});

async function turnOn(person = bob, locale: "en" | "zh" = "en"): Promise<SubscribedBrowser> {
  const browser = service.subscribe(locale);
  await call(notificationsApi.subscribe, { body: browser.subscription }, as(person));
  return browser;
}

/** Makes Ann do something of which Bob gets a notification. */
async function tellBob(kind: NotificationKind = "mention", entityId?: string): Promise<void> {
  const { data } = await call(membersApi.list, { params: { tripId: trip.id } }, as(ann));
  const memberIds = data.flatMap(({ id, userId }) => (userId === bob.userId ? [id] : []));
  const ctx = ctxOf(ann);
  const what = { kind, to: { memberIds }, subject: "Dinner", text: "Shall we?", entityId: entityId ?? null };
  await writeTrip(ctx, trip.id, "guest", { work: (write) => notify(write, ctx, what) });
}

function tickAt(minutes = 0): Promise<void> {
  return pushDue(freshDatabase(), new Date(Date.now() + minutes * MINUTE));
}

async function subscriptionsOf(person: Person): Promise<number> {
  return (await call(notificationsApi.getPush, {}, as(person))).data.subscriptions.length;
}

describe("subscribing", () => {
  test("needs a session", async () => {
    expectUnauthenticated(await send(notificationsApi.getPush));
    expectUnauthenticated(await send(notificationsApi.subscribe, { body: newSubscription() }));
    const params = { subscriptionId: ann.userId };
    expectUnauthenticated(await send(notificationsApi.unsubscribe, { params }));
    expectAbsent(await send(notificationsApi.unsubscribe, { params, token: ann.token }), "subscription");
  });

  test.each([
    ["plain http", "http://fcm.googleapis.com/fcm/send/1"],
    ["a host of nobody's", "https://push.example.com/1"],
    ["a host that only ends like one", "https://evilfcm.googleapis.com.example.com/1"],
    ["a host that only looks like one", "https://notfcm.googleapis.com.evil.test/1"],
    ["a longer name", "https://evil-push.apple.com/1"],
    ["another port", "https://fcm.googleapis.com:8443/1"],
    ["a name and password", "https://a:b@fcm.googleapis.com/1"],
    ["this machine", "https://127.0.0.1/1"],
    ["this machine by name", "https://localhost/1"],
    ["this machine in IPv6", "https://[::1]/1"],
    ["this machine in one number", "https://2130706433/1"],
    ["another port of this machine", "http://127.0.0.1:1/1"],
    ["a private network", "https://10.0.0.1/1"],
    ["a cloud's own services", "https://169.254.169.254/latest"],
  ])("refuses %s", async (_, endpoint) => {
    const body = { ...newSubscription(), endpoint };
    const sent = await send(notificationsApi.subscribe, { token: bob.token, body });
    expectInvalid(sent, ["body.endpoint", "This is not the address of a push service."]);
    expect(await subscriptionsOf(bob)).toBe(0);
  });

  test("refuses other schemes, and keys that nothing can be encrypted to", async () => {
    const good = newSubscription();
    const bodies = [
      { ...good, endpoint: "file:///etc/passwd" },
      { ...good, endpoint: "no address" },
      { ...good, keys: { ...good.keys, auth: "short" } },
      { ...good, keys: { ...good.keys, p256dh: "B".padEnd(87, "A") } },
      { ...good, locale: "fr" },
    ];
    for (const body of bodies) {
      expect((await send(notificationsApi.subscribe, { token: bob.token, body })).status).toBe(422);
    }
    expect(await subscriptionsOf(bob)).toBe(0);
  });

  test.each([
    "https://fcm.googleapis.com/fcm/send/1",
    "https://updates.push.services.mozilla.com/wpush/v2/1",
    "https://wns2-par02p.notify.windows.com/w/?token=1",
    "https://web.push.apple.com/1",
    "https://eu.push.example.org/1",
  ])("takes %s", async (endpoint) => {
    const body = { ...newSubscription(), endpoint };
    expect((await send(notificationsApi.subscribe, { token: bob.token, body })).status).toBe(201);
    expect(await subscriptionsOf(bob)).toBe(1);
  });

  test("is done once for a browser, and by one person", async () => {
    const body = newSubscription();
    const first = await call(notificationsApi.subscribe, { body }, as(bob));
    const again = await call(notificationsApi.subscribe, { body }, as(bob));
    expect(again.data.id).toBe(first.data.id);
    const { data } = await call(notificationsApi.getPush, {}, as(bob));
    expect(data).toEqual({ publicKey: process.env.WEB_PUSH_PUBLIC_KEY, subscriptions: [again.data] });
    expect(again.data.isCurrent).toBe(true);
    await call(notificationsApi.subscribe, { body }, as(ann));
    expect([await subscriptionsOf(ann), await subscriptionsOf(bob)]).toEqual([1, 0]);
  });

  test("is taken back by whoever did it, and ends with the session", async () => {
    const { data } = await call(notificationsApi.subscribe, { body: newSubscription() }, as(bob));
    const params = { subscriptionId: data.id };
    expectAbsent(await send(notificationsApi.unsubscribe, { params, token: ann.token }), "subscription");
    await call(notificationsApi.unsubscribe, { params }, as(bob));
    expect(await subscriptionsOf(bob)).toBe(0);
    const browser = await turnOn();
    await freshDatabase().drizzle.delete(sessions).where(eq(sessions.id, bob.sessionId));
    await tellBob();
    await tickAt();
    expect(browser.requests).toBe(0);
  });

  test("twenty browsers are kept, the newest", async () => {
    for (let i = 0; i < 22; i++) await call(notificationsApi.subscribe, { body: newSubscription() }, as(bob));
    expect(await subscriptionsOf(bob)).toBe(20);
  });
});

describe("a push", () => {
  test("says what the inbox says, in the language of its browser or its person", async () => {
    const [english, chinese] = [await turnOn(bob, "en"), await turnOn(bob, "zh")];
    await tellBob();
    await tickAt();
    const path = `/trips/${trip.id}`;
    const common = { body: "Kyoto · Dinner\nShall we?", path, tag: expect.any(String) };
    expect(english.delivered.map(({ message }) => message)).toEqual([
      { ...common, title: "Ann mentioned you", lang: "en" },
    ]);
    expect(chinese.delivered.map(({ message }) => message)).toEqual([
      { ...common, title: "Ann 提到了你", lang: "zh" },
    ]);
    expect(english.delivered[0]?.headers).toMatchObject({ ttl: "86400", urgency: "normal" });
    await call(usersApi.updatePreferences, { body: { language: "zh" } }, as(bob));
    await tellBob("decision_tied");
    await tickAt();
    expect(english.delivered[1]?.message).toMatchObject({
      title: "票数相同：Dinner",
      body: "Kyoto\nShall we?",
    });
  });

  test("comes once", async () => {
    const browser = await turnOn();
    await tellBob();
    await tickAt();
    await tickAt(60);
    expect(browser.requests).toBe(1);
  });

  test("is claimed by one of several instances", async () => {
    await turnOn();
    for (let i = 0; i < 6; i++) await tellBob();
    const now = new Date();
    const claim = { now, leasedUntil: new Date(now.getTime() + MINUTE) };
    const db = freshDatabase();
    // The second claim is made before the first has committed.
    const [first, other] = await db.transaction(async (tx) => {
      const taken = await claimPushes(tx, { ...claim, limit: 4 });
      return [taken, await claimPushes(db, { ...claim, limit: 100 })];
    });
    expect(first).toHaveLength(4);
    const ids = [...first, ...other].flatMap(({ userId, id }) => (userId === bob.userId ? [id] : []));
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test("does not come for what is off, for the inbox alone, or read, forgotten or left by then", async () => {
    const browser = await turnOn();
    await tellBob("suggestion");
    await call(usersApi.updatePreferences, { body: { notifications: { mention: "off" } } }, as(bob));
    await tellBob();
    await call(usersApi.updatePreferences, { body: { notifications: { mention: "push" } } }, as(bob));
    await tellBob();
    await call(notificationsApi.read, { body: {} }, as(bob));
    await tellBob("mention", trip.id);
    await writeTrip(ctxOf(ann), trip.id, "guest", {
      work: (write) => Promise.resolve(requoteNotifications(write, trip.id, null)),
    });
    await tickAt();
    expect(browser.requests).toBe(0);
    await tellBob();
    await call(membersApi.remove, { params: { tripId: trip.id, userId: bob.userId } }, as(ann));
    await tickAt();
    expect(browser.requests).toBe(0);
  });
});

describe("a push service", () => {
  test.each([404, 410])("that says %i is believed: the browser is forgotten", async (status) => {
    const browser = await turnOn();
    browser.answers.push({ status });
    await tellBob();
    await tickAt();
    expect(await subscriptionsOf(bob)).toBe(0);
    await tickAt(60);
    expect(browser.requests).toBe(1);
  });

  test("that is away is tried again, longer after each time, and nobody else is told twice", async () => {
    const [away, there] = [await turnOn(), await turnOn()];
    away.answers.push({ status: 500 }, { status: 503 });
    await tellBob();
    await tickAt();
    expect([away.requests, there.requests]).toEqual([1, 1]);
    await tickAt(0.4);
    expect(away.requests).toBe(1);
    await tickAt(0.6);
    expect(away.requests).toBe(2);
    await tickAt(1.4);
    expect(away.requests).toBe(2);
    await tickAt(1.7);
    expect([away.delivered.length, there.requests]).toEqual([1, 1]);
    await tickAt(600);
    expect([away.requests, there.requests]).toEqual([3, 1]);
  });

  test("that asks for patience gets it", async () => {
    const browser = await turnOn();
    browser.answers.push({ status: 429, headers: { "retry-after": "600" } });
    await tellBob();
    await tickAt();
    await tickAt(9);
    expect(browser.requests).toBe(1);
    await tickAt(10.1);
    expect(browser.delivered).toHaveLength(1);
  });

  test("that never takes it is left in peace", async () => {
    const browser = await turnOn();
    for (let i = 0; i < 20; i++) browser.answers.push({ status: 500 });
    await tellBob();
    for (let minutes = 0; minutes < 600; minutes += 60) await tickAt(minutes);
    expect(browser.requests).toBe(6);
  });

  test("that leads elsewhere or refuses is not followed nor asked again", async () => {
    const [browser, elsewhere] = [await turnOn(), service.subscribe()];
    browser.answers.push(
      { status: 307, headers: { location: elsewhere.subscription.endpoint } },
      { status: 400 },
    );
    await tellBob();
    await tickAt();
    await tellBob();
    await tickAt();
    await tickAt(60);
    expect([browser.requests, elsewhere.requests]).toEqual([2, 0]);
  });

  test("that is off the list by now is not asked", async () => {
    const { id } = (await call(notificationsApi.subscribe, { body: newSubscription() }, as(bob))).data;
    const { pool } = freshDatabase();
    await pool.query("update push_subscriptions set endpoint = 'https://10.0.0.1/1' where id = $1", [id]);
    await tellBob();
    await tickAt();
    expect(await subscriptionsOf(bob)).toBe(0);
  });
});
