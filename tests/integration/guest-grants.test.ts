import { afterEach, describe, expect, test } from "vitest";
import { connectAccountEvents } from "#lib/server/account-events.ts";
import { freshDatabase } from "#lib/server/database.ts";
import { settleDeferred } from "#lib/server/http/defer.ts";
import { arrive } from "#tests/factories/guests.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newScene } from "#tests/factories/scenes.ts";
import { newInvite, readTrip } from "#tests/factories/trips.ts";
import { memberOf, signInAs } from "#tests/factories/visits.ts";
import { useMailbox } from "#tests/helpers/mailbox.ts";

/* What the link of a guest is worth when they sign in. */

connectAccountEvents();
useMailbox();
afterEach(settleDeferred);

async function block({ userId }: Person): Promise<void> {
  await freshDatabase().pool.query("update users set blocked_at = now() where id = $1", [userId]);
}

describe("a link whose maker is blocked", () => {
  test("makes nobody who came by it more than a guest", async () => {
    const { owner, editor, tripId } = await newScene();
    const guest = await arrive((await newInvite(editor, tripId, { role: "editor" })).token);
    const person = await newPerson();
    await block(editor);
    await signInAs(person, guest);
    const { members } = await readTrip(owner, tripId);
    expect(memberOf(members, person.userId)).toMatchObject({ role: "guest", leftAt: null });
  });

  test("raises nobody who was in the trip", async () => {
    const { owner, editor, viewer, tripId } = await newScene();
    const guest = await arrive((await newInvite(editor, tripId, { role: "editor" })).token);
    await block(editor);
    await signInAs(viewer, guest);
    const { members } = await readTrip(owner, tripId);
    expect(memberOf(members, viewer.userId)).toMatchObject({ role: "viewer", leftAt: null });
  });
});
