import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { type Notification, notify, requoteNotifications } from "#lib/server/notifications/notify.ts";
import { writeTrip } from "#lib/server/writes/write.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { usersApi } from "#lib/shared/api/users.ts";
import { DEFAULT_DELIVERY } from "#lib/shared/notification-kinds.ts";
import type { NotificationDto } from "#lib/shared/notifications.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newComment, newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { notifiedUsers } from "#tests/helpers/inbox-rows.ts";
import { expectAbsent, expectInvalid, expectUnauthenticated } from "#tests/helpers/refusals.ts";
import { ctxOf } from "#tests/helpers/context.ts";

let scene: TripFixture;

beforeEach(async () => {
  scene = await newTripFixture();
});

async function memberIdOf({ userId }: Person): Promise<string> {
  const { members } = await readTrip(scene.owner, scene.tripId);
  const member = members.find((one) => one.userId === userId);
  if (!member) throw new Error("They are not in the trip.");
  return member.id;
}

/** Writes a notification as a verb does. */
function tell(by: Person, notification: Notification): Promise<unknown> {
  const ctx = ctxOf(by);
  return writeTrip(ctx, scene.tripId, "guest", { work: (write) => notify(write, ctx, notification) });
}

async function mention(whom: Person, more: Partial<Notification> = {}, by = scene.owner): Promise<void> {
  const memberIds = [await memberIdOf(whom)];
  await tell(by, { kind: "mention", to: { memberIds }, text: "Shall we?", ...more });
}

async function inboxOf(person: Person): Promise<NotificationDto[]> {
  return (await call(notificationsApi.list, {}, as(person))).data;
}

async function unreadOf(person: Person): Promise<number> {
  return (await call(notificationsApi.state, {}, as(person))).data.unread;
}

async function everyonesInbox(): Promise<Record<string, number>> {
  const { owner, editor, viewer, guest, anonymousGuest, stranger } = scene;
  const people = { owner, editor, viewer, guest, anonymousGuest, stranger };
  const counts = Object.entries(people).map(async ([name, person]) => [name, (await inboxOf(person)).length]);
  return Object.fromEntries(await Promise.all(counts));
}

function excerpts(body: unknown): (string | null)[] {
  return (body as NotificationDto[]).map(({ details }) => details.excerpt);
}

const nobody = { owner: 0, editor: 0, viewer: 0, guest: 0, anonymousGuest: 0, stranger: 0 };

describe("refusals", () => {
  test("an inbox needs a session, and a trip's settings a membership", async () => {
    const params = { tripId: scene.tripId };
    expectUnauthenticated(await send(notificationsApi.list));
    expectUnauthenticated(await send(notificationsApi.state));
    expectUnauthenticated(await send(notificationsApi.read, { body: {} }));
    expectUnauthenticated(await send(notificationsApi.ticket));
    expectUnauthenticated(await send(notificationsApi.getSettings, { params }));
    const { token } = scene.stranger;
    expectAbsent(await send(notificationsApi.getSettings, { params, token }), "trip");
    const body = { mention: "off" };
    expectAbsent(await send(notificationsApi.updateSettings, { params, token, body }), "trip");
  });

  test("unknown kinds, ways and cursors are named", async () => {
    const { token } = scene.viewer;
    const params = { tripId: scene.tripId };
    const list = await send(notificationsApi.list, { token, query: { cursor: "x" } });
    expectInvalid(list, ["query.cursor", "Take the cursor from the Link header."]);
    const loud = { body: { mention: "shout" }, params, token };
    expect(await send(notificationsApi.updateSettings, loud)).toMatchObject({ status: 422 });
    const odd = { body: { birthday: "push" }, params, token };
    expect(await send(notificationsApi.updateSettings, odd)).toMatchObject({ status: 422 });
    expect(await send(notificationsApi.read, { token, body: { ids: [] } })).toMatchObject({ status: 422 });
  });

  test("nobody marks another's as read", async () => {
    await mention(scene.viewer);
    const [line] = await inboxOf(scene.viewer);
    await call(notificationsApi.read, { body: { ids: [line?.id ?? ""] } }, as(scene.editor));
    expect(await unreadOf(scene.viewer)).toBe(1);
  });
});

describe("who is told", () => {
  test("the members named, with what it takes to say it in words", async () => {
    const target = { kind: "stop" as const, id: scene.stop.id };
    const entityId = uuidv7();
    await mention(scene.viewer, { subject: "Kiyomizu-dera", target, entityId, text: " Shall\n we? " });
    expect(await everyonesInbox()).toEqual({ ...nobody, viewer: 1 });
    expect(await inboxOf(scene.viewer)).toEqual([
      {
        id: expect.any(String),
        tripId: scene.tripId,
        kind: "mention",
        actorId: scene.owner.userId,
        details: {
          tripTitle: "Kyoto",
          actorName: scene.owner.name,
          subject: "Kiyomizu-dera",
          excerpt: "Shall we?",
          target,
          entityId,
        },
        readAt: null,
        createdAt: expect.any(String),
      },
    ]);
  });

  test("everyone of a role and above but whoever did it", async () => {
    await tell(scene.viewer, { kind: "suggestion", to: { role: "editor" } });
    expect(await everyonesInbox()).toEqual({ ...nobody, owner: 1, editor: 1 });
    await tell(scene.editor, { kind: "decision_closed", to: { role: "guest" }, subject: "Dinner" });
    expect(await everyonesInbox()).toEqual({
      ...nobody,
      owner: 2,
      editor: 1,
      viewer: 1,
      guest: 1,
      anonymousGuest: 1,
    });
  });

  test("nobody who has left, has no account, or may not read of it", async () => {
    const [viewer, guest] = [await memberIdOf(scene.viewer), await memberIdOf(scene.guest)];
    const placeholder = await newPlaceholder(scene.owner, scene.tripId);
    const params = { tripId: scene.tripId, userId: scene.viewer.userId };
    await call(membersApi.remove, { params }, as(scene.owner));
    const to = { memberIds: [viewer, guest, placeholder.id] };
    await tell(scene.owner, { kind: "mention", to, visibleTo: [scene.owner.userId, scene.editor.userId] });
    expect(await everyonesInbox()).toEqual(nobody);
    await tell(scene.owner, { kind: "mention", to });
    expect(await everyonesInbox()).toEqual({ ...nobody, guest: 1 });
    // A person who has left gets no notification; otherwise they would see it after coming back.
    expect(await notifiedUsers(scene.tripId, "mention")).toEqual([scene.guest.userId]);
  });

  test("what the service does by itself is nobody's, and told to all", async () => {
    const ctx = ctxOf(scene.owner, { via: "system" });
    const tied: Notification = { kind: "decision_tied", to: { role: "guest" }, subject: "Dinner" };
    await writeTrip(ctx, scene.tripId, "guest", { work: (write) => notify(write, ctx, tied) });
    const [line] = await inboxOf(scene.owner);
    expect(line).toMatchObject({ actorId: null, details: { actorName: null } });
  });

  test("once for a write that is repeated, and not at all for one that fails", async () => {
    const ctx = ctxOf(scene.owner);
    const memberIds = [await memberIdOf(scene.viewer)];
    const write = {
      idempotency: { key: uuidv7(), requestHash: "same", status: 200, holds: "members" as const },
      baseSeq: null,
      force: false,
    };
    const again = () =>
      writeTrip({ ...ctx, write }, scene.tripId, "guest", {
        work: (open) => notify(open, ctx, { kind: "mention", to: { memberIds } }),
      });
    await again();
    await expect(again()).rejects.toThrow("This request was answered before.");
    expect(await inboxOf(scene.viewer)).toHaveLength(1);
    const failing = writeTrip(ctx, scene.tripId, "guest", {
      work: async (open) => {
        await notify(open, ctx, { kind: "mention", to: { memberIds } });
        throw new Error("No.");
      },
    });
    await expect(failing).rejects.toThrow("No.");
    expect(await inboxOf(scene.viewer)).toHaveLength(1);
  });
});

describe("what a person wants", () => {
  test("a trip's choice goes before the general one, and that before the default", async () => {
    const { viewer, tripId } = scene;
    const params = { tripId };
    const settings = async () => (await call(notificationsApi.getSettings, { params }, as(viewer))).data;
    const choose = async (body: object) =>
      (await call(notificationsApi.updateSettings, { params, body }, as(viewer))).data;
    expect(await settings()).toEqual({ settings: {}, effective: DEFAULT_DELIVERY });
    const general = { mention: "off" as const };
    await call(usersApi.updatePreferences, { body: { notifications: general } }, as(viewer));
    expect(await settings()).toEqual({ settings: {}, effective: { ...DEFAULT_DELIVERY, ...general } });
    await mention(viewer);
    expect(await inboxOf(viewer)).toHaveLength(0);
    const chosen = await choose({ mention: "inbox", decision_tied: "off" });
    const both = { mention: "inbox", decision_tied: "off" };
    expect(chosen).toEqual({ settings: both, effective: { ...DEFAULT_DELIVERY, ...both } });
    expect(await settings()).toEqual(chosen);
    await mention(viewer);
    expect(await inboxOf(viewer)).toHaveLength(1);
    expect(await choose({ mention: null })).toEqual({
      settings: { decision_tied: "off" },
      effective: { ...DEFAULT_DELIVERY, mention: "off", decision_tied: "off" },
    });
    await mention(viewer);
    expect(await inboxOf(viewer)).toHaveLength(1);
  });
});

describe("the inbox", () => {
  test("is read newest first, page by page", async () => {
    for (const text of ["one", "two", "three"]) await mention(scene.viewer, { text });
    const { token } = scene.viewer;
    const first = await send(notificationsApi.list, { token, query: { limit: "2" } });
    expect(excerpts(first.body)).toEqual(["three", "two"]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const query = Object.fromEntries(new URL(next, "http://localhost").searchParams);
    const second = await send(notificationsApi.list, { token, query });
    expect(excerpts(second.body)).toEqual(["one"]);
    expect(second.headers.get("link")).toBeNull();
  });

  test("counts what is unread, and forgets it line by line, up to one, or all at once", async () => {
    for (const text of ["one", "two", "three", "four"]) await mention(scene.viewer, { text });
    const lines = await inboxOf(scene.viewer);
    const idOf = (index: number) => lines[index]?.id ?? "";
    const read = async (body: object) =>
      (await call(notificationsApi.read, { body }, as(scene.viewer))).data.unread;
    expect(await unreadOf(scene.viewer)).toBe(4);
    expect(await read({ ids: [idOf(0)] })).toBe(3);
    expect(await read({ ids: [idOf(0)] })).toBe(3);
    expect(await read({ upTo: idOf(2) })).toBe(1);
    const marks = (await inboxOf(scene.viewer)).map(({ readAt }) => readAt !== null);
    expect(marks).toEqual([true, false, true, true]);
    expect(await read({})).toBe(0);
    expect(await unreadOf(scene.viewer)).toBe(0);
  });

  test("is silent about trips that one has left, and about deleted ones", async () => {
    const { viewer, editor, owner, tripId } = scene;
    await mention(viewer);
    await mention(editor);
    await call(membersApi.remove, { params: { tripId, userId: viewer.userId } }, as(owner));
    expect([await inboxOf(viewer), await unreadOf(viewer)]).toEqual([[], 0]);
    await call(tripsApi.delete, { params: { tripId } }, as(owner));
    expect([await inboxOf(editor), await unreadOf(editor)]).toEqual([[], 0]);
    await call(tripsApi.restore, { params: { tripId } }, as(owner));
    expect([(await inboxOf(editor)).length, await unreadOf(editor)]).toEqual([1, 1]);
  });

  test("forgets a mention that was read where it stands, and none that came after", async () => {
    const { viewer, owner, tripId } = scene;
    const mentions = [await memberIdOf(viewer)];
    const target = { kind: "stop" as const, id: scene.stop.id };
    const first = await newComment(owner, tripId, { target, mentions });
    await newComment(owner, tripId, { target, mentions });
    await newComment(owner, tripId, { mentions });
    expect(await unreadOf(viewer)).toBe(3);
    const body = { target, upTo: first.id };
    await call(commentsApi.read, { params: { tripId }, body }, as(viewer));
    expect(await unreadOf(viewer)).toBe(2);
    expect((await inboxOf(viewer)).map(({ readAt }) => readAt !== null)).toEqual([false, false, true]);
  });

  test("quotes a comment as it stands, and not at all once it is deleted", async () => {
    const { viewer, owner, tripId } = scene;
    const comment = await newComment(owner, tripId, { body: "A secret." });
    await mention(viewer, { text: comment.body, entityId: comment.id });
    const quoted = async () =>
      (await inboxOf(viewer)).find((line) => line.kind === "mention")?.details.excerpt;
    const params = { tripId, commentId: comment.id };
    await call(commentsApi.update, { params, body: { body: "Another secret." } }, as(owner));
    expect(await quoted()).toBe("Another secret.");
    await call(commentsApi.delete, { params }, as(owner));
    expect(await quoted()).toBeNull();
    await call(commentsApi.restore, { params }, as(owner));
    expect(await quoted()).toBe("Another secret.");
  });

  test("quotes 140 characters as people count them", async () => {
    await mention(scene.viewer, { text: "👨‍👩‍👧‍👦".repeat(141) });
    expect((await inboxOf(scene.viewer))[0]?.details.excerpt).toBe(`${"👨‍👩‍👧‍👦".repeat(139)}…`);
  });

  test("of one trip does not change with another's comment of the same id", async () => {
    await mention(scene.viewer, { entityId: scene.stop.id, text: "Kept." });
    const other = await newTrip(scene.owner);
    const ctx = ctxOf(scene.owner);
    await writeTrip(ctx, other.id, "guest", {
      work: (write) => Promise.resolve(requoteNotifications(write, scene.stop.id, null)),
    });
    expect((await inboxOf(scene.viewer))[0]?.details.excerpt).toBe("Kept.");
  });
});
