import { afterEach, expect, test, vi } from "vitest";
import { moveGuestWrites } from "#lib/client/sync/device-writes-store.ts";
import { moveGuestTexts } from "#lib/client/storage/former-guest.ts";
import { draftStorageName, deleteTextsOfOthers, typedStorageName } from "#lib/client/storage/own-storage.ts";
import { claimedGuestCookie, claimedGuests } from "#lib/shared/guest-cookie.ts";
import { Device, loseAll, type Page } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { refusal } from "#tests/realtime/fake-service.ts";
import { ANN, ANN_MEMBER, STOP_ID, TRIP_ID, trip } from "#tests/realtime/sample-trip.ts";

const GIL = "0199b6a0-7c00-7000-8000-0000000000c1";
const BOB = "0199b6a0-7c00-7000-8000-0000000000b9";
const TARGET = { kind: "stop" as const, id: STOP_ID };

afterEach(() => vi.unstubAllGlobals());

/** Opens the next page with the account, after the service has told which guests belong to it. */
async function openAs(device: Device, userId: string, guestIds: readonly string[]): Promise<Page> {
  const tabs = device.tabs.page();
  await moveGuestWrites({ store: device.writes, tabs }, guestIds, userId);
  await flushPromises();
  return device.open({ userId });
}

/** Makes two writes as a guest that nobody answers, and closes the page. */
async function leftByGuest(device: Device): Promise<Page> {
  const page = await device.open({ userId: GIL, trip: asGuest() });
  void page.actions.addComment(TARGET, "Bring water.");
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(page);
  return page;
}

function asGuest() {
  const left = trip();
  for (const each of left.members) if (each.id === ANN_MEMBER) each.userId = GIL;
  return left;
}

function keysOf({ service }: Page): (string | null)[] {
  return service.sent.map(({ headers }) => headers.get("idempotency-key"));
}

test("an account sends what it left unsent as a guest, in order and under the same keys", async () => {
  const device = new Device();
  const guest = await leftByGuest(device);
  await guest.kill();
  const keys = device.writes.all.map(({ key }) => key);
  const account = await openAs(device, ANN, [GIL]);
  expect(account.store.queue.unsent.map(({ write }) => write.label.action)).toEqual(["addComment", "vote"]);
  expect(device.writes.all.map(({ key, userId }) => [key, userId])).toEqual(keys.map((key) => [key, ANN]));
  expect(keysOf(account)[0]).toBe(keysOf(guest)[0]);
  // Every later page runs the same step again, which must change nothing.
  await moveGuestWrites({ store: device.writes, tabs: device.tabs.page() }, [GIL], ANN);
  expect(device.writes.all.map(({ key }) => key)).toEqual(keys);
});

test("what was refused a guest waits for the account's decision", async () => {
  const device = new Device();
  const guest = await leftByGuest(device);
  guest.leave();
  guest.store.queue.wake();
  await flushPromises();
  await guest.service.request(-1).answer(403, refusal("FORBIDDEN"));
  await guest.kill();
  const account = await openAs(device, ANN, [GIL]);
  expect(account.keeper.refused).toMatchObject([{ entry: { recipe: { kind: "addComment" }, userId: ANN } }]);
});

test("a page that the guest has left open neither sends it too nor takes it away", async () => {
  const device = new Device();
  const guest = await leftByGuest(device);
  const before = guest.service.sent.length;
  const account = await openAs(device, ANN, [GIL]);
  expect(guest.store.queue.items).toEqual([]);
  guest.store.queue.wake();
  await flushPromises();
  expect(guest.service.sent).toHaveLength(before);
  expect(account.store.queue.unsent).toHaveLength(2);
  expect(device.writes.all.map(({ userId }) => userId)).toEqual([ANN, ANN]);
});

test("an account that has claimed no guest takes nothing over", async () => {
  const device = new Device();
  const guest = await leftByGuest(device);
  await guest.kill();
  const other = await openAs(device, BOB, []);
  expect([other.store.queue.items, other.service.sent]).toEqual([[], []]);
  expect(device.writes.all.map(({ userId }) => userId)).toEqual([GIL, GIL]);
});

test("a cookie names a guest to the account that has claimed them, and to no other", () => {
  const [plain, secure] = [false, true].map((isSecure) =>
    claimedGuestCookie({ guestId: GIL, userId: ANN }, isSecure),
  );
  const cookies = `tz=Asia/Tokyo; ${plain?.split(";")[0]}; theme=dark`;
  expect(claimedGuests(cookies, ANN, false)).toEqual([GIL]);
  expect(claimedGuests(cookies, BOB, false)).toEqual([]);
  expect(claimedGuests(cookies, GIL, false)).toEqual([]);
  // Another host of the same domain could have set a cookie without the `__Host-` prefix.
  expect(claimedGuests(cookies, ANN, true)).toEqual([]);
  expect(claimedGuests(`${secure?.split(";")[0]}`, ANN, true)).toEqual([GIL]);
  expect(claimedGuests("", ANN, true)).toEqual([]);
  expect(secure).toMatch(/^__Host-.*; Path=\/; Secure; SameSite=Lax$/);
});

/** Returns a browser's storage, whose properties are its entries. */
function storage(entries: Record<string, string>) {
  const methods = {
    getItem: (name: string) => entries[name] ?? null,
    setItem: (name: string, text: string) => void (entries[name] = text),
    removeItem: (name: string) => void delete entries[name],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(entries, name, { value });
  return entries;
}

function browserWith(cookie: string, typed: Record<string, string>, drafts: Record<string, string>): void {
  const storages = { sessionStorage: storage(typed), localStorage: storage(drafts) };
  vi.stubGlobal("document", { cookie });
  vi.stubGlobal("window", { ...storages, location: { protocol: "http:" } });
}

test("what a guest had typed is the account's, which keeps its own", () => {
  const [texts, other] = [typedStorageName("texts", STOP_ID, GIL), typedStorageName("texts", TRIP_ID, GIL)];
  const typed = { [texts]: "Half a", [other]: "theirs", [typedStorageName("texts", TRIP_ID, ANN)]: "mine" };
  const drafts = { [draftStorageName(GIL, STOP_ID)]: "draft" };
  browserWith(claimedGuestCookie({ guestId: GIL, userId: ANN }, false), typed, drafts);
  moveGuestTexts(ANN);
  deleteTextsOfOthers(ANN);
  expect(typed).toEqual({
    [typedStorageName("texts", STOP_ID, ANN)]: "Half a",
    [typedStorageName("texts", TRIP_ID, ANN)]: "mine",
  });
  expect(drafts).toEqual({ [draftStorageName(ANN, STOP_ID)]: "draft" });
});

test("what a guest had typed goes when somebody else signs in", () => {
  const typed = { [typedStorageName("texts", STOP_ID, GIL)]: "Half a" };
  browserWith(claimedGuestCookie({ guestId: GIL, userId: ANN }, false), typed, {});
  moveGuestTexts(BOB);
  expect(Object.keys(typed)).toEqual([typedStorageName("texts", STOP_ID, GIL)]);
  deleteTextsOfOthers(BOB);
  expect(typed).toEqual({});
});
