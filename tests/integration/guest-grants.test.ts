import { afterEach, describe, expect, test } from "vitest";
import { connectAccountEvents } from "#lib/server/account/account-events.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { enterAsGuest } from "#tests/factories/guests.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { newInvite, readTrip } from "#tests/factories/trips.ts";
import { memberOf, signInAs, vote, votesOn } from "#tests/factories/guest-fixture.ts";
import { send } from "#tests/helpers/handlers.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";

/* These tests cover the role that a guest's link still gives when the guest signs in. */

connectAccountEvents();
useMailbox();
afterEach(awaitDeferredWork);

/** The ways in which an editor's link stops working. */
const ENDS: Record<string, (scene: TripFixture, inviteId: string) => Promise<unknown>> = {
  "was withdrawn": ({ owner, tripId }, inviteId) =>
    send(invitesApi.revoke, { params: { tripId, inviteId }, token: owner.token }),
  "is of somebody who has left": ({ editor, tripId }) =>
    send(tripsApi.leave, { params: { tripId }, token: editor.token }),
  "is of somebody who was demoted": ({ owner, editor, tripId }) =>
    send(membersApi.update, {
      params: { tripId, userId: editor.userId },
      token: owner.token,
      body: { role: "viewer" },
    }),
  "is of somebody who is blocked": ({ editor }) => block(editor),
};

async function block({ userId }: Person): Promise<void> {
  await freshDatabase().pool.query("update users set blocked_at = now() where id = $1", [userId]);
}

describe("a link whose maker is blocked", () => {
  test("makes nobody who came by it more than a guest", async () => {
    const { owner, editor, tripId } = await newTripFixture();
    const guest = await enterAsGuest((await newInvite(editor, tripId, { role: "editor" })).token);
    const person = await newPerson();
    await block(editor);
    await signInAs(person, guest);
    const { members } = await readTrip(owner, tripId);
    expect(memberOf(members, person.userId)).toMatchObject({ role: "guest", leftAt: null });
  });

  test("raises nobody who was in the trip", async () => {
    const { owner, editor, viewer, tripId } = await newTripFixture();
    const guest = await enterAsGuest((await newInvite(editor, tripId, { role: "editor" })).token);
    await block(editor);
    await signInAs(viewer, guest);
    const { members } = await readTrip(owner, tripId);
    expect(memberOf(members, viewer.userId)).toMatchObject({ role: "viewer", leftAt: null });
  });
});

describe("somebody who had left and came back as a guest", () => {
  test.each(Object.keys(ENDS))(
    "stays in the trip when they sign in, as a guest, where the link %s",
    async (how) => {
      const scene = await newTripFixture();
      const { owner, editor, viewer, trip, tripId, stop } = scene;
      const invite = await newInvite(editor, tripId, { role: "editor" });
      await send(tripsApi.leave, { params: { tripId }, token: viewer.token });
      const guest = await enterAsGuest(invite.token);
      await vote(guest, trip, stop, 1);
      await ENDS[how]?.(scene, invite.id);
      await signInAs(viewer, guest);
      const { members, role } = await readTrip(viewer, tripId);
      expect(role).toBe("guest");
      const own = memberOf(members, viewer.userId);
      expect(own).toMatchObject({ role: "guest", leftAt: null });
      expect(await votesOn(owner, trip, stop)).toEqual([{ memberId: own.id, value: 1 }]);
    },
  );

  test("is out again where they were removed since the link was made, whether or not it still works", async () => {
    const scene = await newTripFixture();
    const { owner, viewer, guest: other, tripId } = scene;
    const invite = await newInvite(owner, tripId, { role: "editor" });
    const [one, two] = [await enterAsGuest(invite.token), await enterAsGuest(invite.token)];
    for (const { userId } of [viewer, other])
      await send(membersApi.remove, { params: { tripId, userId }, token: owner.token });
    await signInAs(viewer, one);
    await ENDS["was withdrawn"]?.(scene, invite.id);
    await signInAs(other, two);
    const { members } = await readTrip(owner, tripId);
    for (const { userId } of [viewer, other])
      expect(memberOf(members, userId)).toMatchObject({ leftAt: expect.any(String) });
  });
});
