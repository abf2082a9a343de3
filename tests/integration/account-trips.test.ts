// @alone @long: looks at whole tables; trips after their owner has left
import { afterEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { avatarImage } from "#lib/server/auth/avatar-image.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { provisionUser } from "#lib/server/account/provisioning.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { feedsApi } from "#lib/shared/api/feeds.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import {
  historyAfter,
  lastGroup,
  newComment,
  newDecision,
  newInvite,
  newItem,
  newMember,
  newStop,
  newSuggestion,
  newTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { brokenTrips, tablesWith } from "#tests/helpers/account-rows.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { formWith, newPicture } from "#tests/helpers/pictures.ts";
import { expectAbsent, expectRefused } from "#tests/helpers/refusals.ts";
import { acceptInvite, memberIn, deleteAccountAndWait } from "#tests/helpers/account-steps.ts";

connectAccountEvents();

afterEach(async () => {
  await awaitDeferredWork();
  expect(await brokenTrips()).toEqual([]);
});

const PICTURE = "https://pictures.test/ann.png";

describe("a trip with others", () => {
  test("is left: the name, the words and the votes stay, the picture goes", async () => {
    const bob = await newPerson();
    const trip = await newTrip(bob);
    const stop = await newStop(bob, trip);
    const ann = await newPerson({ image: PICTURE });
    await acceptInvite(ann, (await newInvite(bob, trip.id, { role: "editor" })).token);
    const comment = await newComment(ann, trip.id);
    const params = { tripId: trip.id, stopId: stop.id };
    await send(stopsApi.vote, { params, token: ann.token, body: { value: 1 } });
    const invite = await newInvite(ann, trip.id);
    const [member, before] = [await memberIn(bob, trip.id, ann), await readTrip(bob, trip.id)];
    expect(JSON.stringify(await historyAfter(bob, trip.id, 0))).toContain(PICTURE);

    await deleteAccountAndWait(ann);
    const gone = {
      ...member,
      leftAt: expect.any(String),
      image: avatarImage(ann.userId),
      version: 2,
      updatedAt: expect.any(String),
    };
    const after = await readTrip(bob, trip.id);
    expect(after.members.find(({ userId }) => userId === ann.userId)).toEqual(gone);
    expect({ ...after, members: [], seq: 0 }).toEqual({ ...before, members: [], seq: 0 });
    expect(await lastGroup(bob, trip.id, before.seq)).toMatchObject([
      {
        op: "member.left",
        actorId: ann.userId,
        via: "system",
        entity: gone,
        changes: { leftAt: [null, expect.any(String)] },
      },
    ]);
    const talk = await send(commentsApi.list, {
      params,
      query: { target: `trip:${trip.id}` },
      token: bob.token,
    });
    expect(talk.body).toEqual([comment]);
    expect(await tablesWith(PICTURE)).toEqual({});
    const { rows } = await freshDatabase().pool.query(
      "select revoked_at is not null as dead from invites where id = $1",
      [invite.id],
    );
    expect(rows).toEqual([{ dead: true }]);
    const carl = await newPerson();
    expectRefused(
      await acceptInvite(carl, invite.token),
      410,
      "INVITE_GONE",
      "This invite no longer works. Ask for a new link.",
    );
  });

  test("keeps nothing that only the person could see, nor its words in the history", async () => {
    const bob = await newPerson();
    const trip = await newTrip(bob);
    const ann = await newMember(bob, trip, "editor");
    const item = await newItem(ann, trip.id, { id: uuidv7(), isPrivate: true, text: "secret first" });
    const shared = await newItem(ann, trip.id, { isPrivate: true, text: "secret second" });
    const change = async (itemId: string, body: object) =>
      send(itemsApi.update, { params: { tripId: trip.id, itemId }, token: ann.token, body });
    await change(item.id, { text: "secret third" });
    await change(shared.id, { text: "Tent" });
    await change(shared.id, { isPrivate: false });
    const { seq } = await readTrip(bob, trip.id);
    const left = await newTrip(bob);
    const there = await newInvite(bob, left.id, { role: "editor" });
    await acceptInvite(ann, there.token);
    await newItem(ann, left.id, { isPrivate: true, text: "secret of a trip that was left" });
    await send(tripsApi.leave, { params: { tripId: left.id }, token: ann.token });
    await deleteAccountAndWait(ann);
    expect(await tablesWith("secret")).toEqual({});
    expect(await tablesWith(`"${item.id}"`)).toEqual({ trip_events: 2 });
    const after = await readTrip(bob, trip.id);
    expect(after.items.map(({ text }) => text)).toEqual(["Tent"]);
    expect((await historyAfter(bob, trip.id, 0)).map((event) => event.seq)).toEqual(
      Array.from({ length: after.seq }, (_, index) => index + 1),
    );
    expect((await lastGroup(bob, trip.id, seq)).map(({ op }) => op)).toEqual(["member.left"]);
  });

  test("shows an uploaded picture until the account goes, and the file with it", async () => {
    const bob = await newPerson();
    const trip = await newTrip(bob);
    const ann = await newMember(bob, trip, "viewer");
    const form = formWith(await newPicture());
    const uploaded = await send(avatarApi.upload, { token: ann.token, form });
    await awaitDeferredWork();
    const image = (await memberIn(bob, trip.id, ann))?.image ?? "";
    expect(uploaded.body).toEqual({ image });
    expect((await handlerFetch(image)).status).toBe(200);
    await deleteAccountAndWait(ann);
    expect((await memberIn(bob, trip.id, ann))?.image).toBe(avatarImage(ann.userId));
    expect((await handlerFetch(image)).status).toBe(404);
  });

  test("that was left long before loses the picture too, and nothing else", async () => {
    const bob = await newPerson();
    const trip = await newTrip(bob);
    const ann = await newPerson({ image: PICTURE });
    await acceptInvite(ann, (await newInvite(bob, trip.id)).token);
    await send(tripsApi.leave, { params: { tripId: trip.id }, token: ann.token });
    const left = await memberIn(bob, trip.id, ann);
    await deleteAccountAndWait(ann);
    const image = avatarImage(ann.userId);
    expect(await memberIn(bob, trip.id, ann)).toEqual({
      ...left,
      image,
      version: 3,
      updatedAt: expect.any(String),
    });
    expect(await tablesWith(PICTURE)).toEqual({});
  });
});

describe("a trip whose owner goes", () => {
  test("passes to the editor who is in it for longest, in one write", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    await newMember(ann, trip, "viewer");
    const heir = await newMember(ann, trip, "editor");
    await newMember(ann, trip, "editor");
    const { seq } = await readTrip(heir, trip.id);
    await deleteAccountAndWait(ann);
    const own = { actorId: ann.userId, via: "system" };
    expect(await lastGroup(heir, trip.id, seq)).toMatchObject([
      {
        ...own,
        op: "member.updated",
        entity: { userId: ann.userId, role: "editor" },
        changes: { role: ["owner", "editor"] },
      },
      {
        ...own,
        op: "member.updated",
        entity: { userId: heir.userId, role: "owner" },
        changes: { role: ["editor", "owner"] },
      },
      { ...own, op: "member.left", entity: { userId: ann.userId, role: "editor" } },
    ]);
    expect((await readTrip(heir, trip.id)).role).toBe("owner");
    expect((await send(tripsApi.archive, { params: { tripId: trip.id }, token: heir.token })).status).toBe(
      200,
    );
  });

  test("passes to a viewer where there is no editor, archived as it may be", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const heir = await newMember(ann, trip, "viewer");
    await newMember(ann, trip, "viewer");
    await newMember(ann, trip, "guest");
    await send(tripsApi.archive, { params: { tripId: trip.id }, token: ann.token });
    await deleteAccountAndWait(ann);
    expect(await readTrip(heir, trip.id)).toMatchObject({ role: "owner", status: "archived" });
  });

  test("passes by whoever is blocked, who once inherited it, unless nobody else is in it", async () => {
    const ann = await newPerson();
    const [shared, forsaken] = [await newTrip(ann), await newTrip(ann)];
    const blocked = await newMember(ann, shared, "editor");
    const heir = await newMember(ann, shared, "viewer");
    const lone = await newMember(ann, forsaken, "editor");
    await newMember(ann, forsaken, "guest");
    await freshDatabase().pool.query("update users set blocked_at = now() where id = any($1)", [
      [blocked.userId, lone.userId],
    ]);
    await deleteAccountAndWait(ann);
    expect(await memberIn(heir, shared.id, blocked)).toMatchObject({ role: "editor" });
    expect((await readTrip(heir, shared.id)).role).toBe("owner");
    // After the block is lifted, the only member decides what happens to the trip.
    await freshDatabase().pool.query("update users set blocked_at = null where id = $1", [lone.userId]);
    expect((await readTrip(lone, forsaken.id)).role).toBe("owner");
  });
});

describe("a trip of one person", () => {
  test("goes for good with everything in it, and its invites lead nowhere", async () => {
    const ann = await newPerson();
    const trip = await newTrip(ann);
    const stop = await newStop(ann, trip, { id: uuidv7() });
    const gone = await newStop(ann, trip, { dayId: null });
    await newComment(ann, trip.id, { target: { kind: "stop", id: stop.id }, id: uuidv7() });
    await send(stopsApi.vote, {
      params: { tripId: trip.id, stopId: stop.id },
      token: ann.token,
      body: { value: 1 },
    });
    await send(stopsApi.delete, { params: { tripId: trip.id, stopId: gone.id }, token: ann.token });
    const { token } = await newInvite(ann, trip.id, { id: uuidv7() });
    await newItem(ann, trip.id, { id: uuidv7() });
    await newSuggestion(ann, trip.id, { id: uuidv7() });
    await newDecision(ann, trip.id, { id: uuidv7() });
    await send(feedsApi.create, {
      params: { tripId: trip.id },
      token: ann.token,
      body: { id: uuidv7() },
    });
    await provisionUser(ann.userId, "en");
    await deleteAccountAndWait(ann);
    expect(await tablesWith(trip.id)).toEqual({});
    expect(await tablesWith(stop.id)).toEqual({});
    expect(await tablesWith(ann.userId)).toEqual({});
    const bob = await newPerson();
    expectRefused(
      await acceptInvite(bob, token),
      410,
      "INVITE_GONE",
      "This invite no longer works. Ask for a new link.",
    );
  });

  test("is also one with guests only, with people who have left, or that its owner had deleted", async () => {
    const ann = await newPerson();
    const [guested, deserted, deleted] = [await newTrip(ann), await newTrip(ann), await newTrip(ann)];
    const guest = await newMember(ann, guested, "guest");
    const former = await newMember(ann, deserted, "editor");
    await send(tripsApi.leave, { params: { tripId: deserted.id }, token: former.token });
    await newMember(ann, deleted, "editor");
    await send(tripsApi.delete, { params: { tripId: deleted.id }, token: ann.token });
    await deleteAccountAndWait(ann);
    for (const { id } of [guested, deserted, deleted]) {
      // The answers to other members' writes are stored for a week, so that their retries get the same answer.
      const { idempotency_keys: _, ...left } = await tablesWith(id);
      expect(left).toEqual({});
    }
    expectAbsent(await send(tripsApi.get, { params: { tripId: guested.id }, token: guest.token }), "trip");
  });
});
