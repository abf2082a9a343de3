import { describe, expect, test } from "vitest";
import { invitesApi } from "#lib/shared/api/invites.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newExpense, expenseSharedBy } from "#tests/factories/money.ts";
import type { Person } from "#tests/factories/people.ts";
import { newInvite, readTrip } from "#tests/factories/trips.ts";
import { expectConverged } from "#tests/helpers/expenses.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { mergedBalances, newMergeFixture, nonzeroBalances, undo } from "#tests/helpers/merged-people.ts";
import { expectArchived } from "#tests/helpers/refusals.ts";

function accept(by: Person, token: string, merged?: "true" | "false"): Promise<RawAnswer> {
  return send(invitesApi.accept, {
    params: { token },
    token: by.token,
    query: merged === undefined ? {} : { merge: merged },
  });
}

describe("the link of a placeholder, opened by a member", () => {
  test("asks whether both are one person, and does as it is told", async () => {
    const scene = await newMergeFixture();
    const { tripId, owner, viewer, ids, annieId } = scene;
    await newExpense(owner, tripId, expenseSharedBy(1001, "JPY", annieId, ids.owner));
    const { token } = await newInvite(owner, tripId, { role: "editor", memberId: annieId });
    const before = await readTrip(owner, tripId);
    const name = before.members.find(({ id }) => id === ids.viewer)?.name ?? "";
    const shown = await send(invitesApi.preview, { params: { token }, token: viewer.token });
    expect(shown.body).toMatchObject({ isMember: true, placeholderName: "Annie", ownName: name });
    const stranger = await send(invitesApi.preview, { params: { token }, token: scene.stranger.token });
    expect(stranger.body).toMatchObject({ ownName: null });
    expect(await accept(viewer, token)).toMatchObject({
      status: 409,
      body: {
        code: "SAME_PERSON",
        details: { placeholder: { id: annieId, name: "Annie" }, member: { id: ids.viewer, name } },
      },
    });
    expect((await readTrip(owner, tripId)).seq).toBe(before.seq);
    expect(await accept(viewer, token, "true")).toMatchObject({ status: 200, body: { role: "editor" } });
    expect(nonzeroBalances(await expectConverged(owner, before))).toEqual(
      mergedBalances(nonzeroBalances(before), annieId, ids.viewer),
    );
    // The request is repeated, because its answer may have been lost.
    const { seq } = await readTrip(owner, tripId);
    expect((await accept(viewer, token, "true")).status).toBe(200);
    expect((await accept(viewer, token)).status).toBe(200);
    expect((await readTrip(owner, tripId)).seq).toBe(seq);
    expect((await accept(scene.guest, token, "true")).status).toBe(410);
    expect((await undo(owner, tripId, seq)).status).toBe(200);
    expect(nonzeroBalances(await expectConverged(owner, before))).toEqual(nonzeroBalances(before));
  });

  test("brings back whoever has left, merged or not, and makes no guest more than that", async () => {
    const scene = await newMergeFixture();
    const { tripId, owner, editor, anonymousGuest, ids, annieId } = scene;
    const { token } = await newInvite(owner, tripId, { role: "editor", memberId: annieId });
    await send(tripsApi.leave, { params: { tripId }, token: editor.token });
    expect(await accept(editor, token)).toMatchObject({ status: 409, body: { code: "SAME_PERSON" } });
    expect(await accept(editor, token, "false")).toMatchObject({ status: 200, body: { role: "editor" } });
    expect((await readTrip(owner, tripId)).members.find(({ id }) => id === annieId)?.leftAt).toBeNull();
    expect(await accept(anonymousGuest, token)).toMatchObject({ status: 409, body: { code: "SAME_PERSON" } });
    expect(await accept(anonymousGuest, token, "true")).toMatchObject({
      status: 200,
      body: { role: "guest" },
    });
    const { members } = await readTrip(owner, tripId);
    expect(members.find(({ id }) => id === annieId)?.leftAt).not.toBeNull();
    expect(members.find(({ id }) => id === ids.editor)?.leftAt).toBeNull();
  });

  test("says nothing to whom it is not for", async () => {
    const scene = await newMergeFixture();
    const { tripId, owner, viewer, annieId } = scene;
    const personal = await newInvite(owner, tripId, {
      role: "viewer",
      memberId: annieId,
      email: "other@example.com",
    });
    expect(await accept(viewer, personal.token)).toMatchObject({ status: 200, body: { role: "viewer" } });
    expect((await accept(viewer, personal.token, "true")).status).toBe(410);
    const { token } = await newInvite(owner, tripId, { role: "viewer", memberId: annieId });
    await send(tripsApi.archive, { params: { tripId }, token: owner.token });
    expectArchived(await accept(viewer, token, "true"));
  });
});
