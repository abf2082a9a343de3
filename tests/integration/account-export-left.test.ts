import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newComment, newStop, patchTrip } from "#tests/factories/trips.ts";
import { exportOf } from "#tests/helpers/account-steps.ts";
import { send } from "#tests/helpers/handlers.ts";

describe("trips in the export", () => {
  test("are the caller's own words alone where they have left, or the owner has deleted it", async () => {
    for (const ending of ["left", "deleted"] as const) {
      const scene = await newTripFixture();
      const { tripId, owner, editor, stop } = scene;
      const own = await newComment(editor, tripId, { body: "mine" });
      const regretted = await newComment(editor, tripId, { body: "regretted words" });
      await newComment(owner, tripId, { body: "theirs" });
      const params = { tripId, stopId: stop.id, commentId: regretted.id };
      await send(commentsApi.delete, { params, token: editor.token });
      for (const person of [owner, editor])
        await send(stopsApi.vote, { params, token: person.token, body: { value: 1 } });
      const leaving =
        ending === "left"
          ? { endpoint: tripsApi.leave, by: editor }
          : { endpoint: tripsApi.delete, by: owner };
      expect((await send(leaving.endpoint, { params, token: leaving.by.token })).status).toBe(204);
      await newStop(owner, scene.trip).catch(() => undefined);
      const { data, text } = await exportOf(editor);
      const memberId = own.memberId;
      expect(data.trips).toEqual([]);
      expect(data.formerTrips).toEqual([
        {
          tripId,
          membership: expect.objectContaining({
            id: memberId,
            leftAt: ending === "left" ? expect.any(String) : null,
          }),
          comments: [own],
          votes: [{ stopId: stop.id, memberId, value: 1, updatedAt: expect.any(String) }],
          attachments: [],
          items: [],
          suggestions: [],
          agentQuestions: [],
          calendarFeeds: [],
          invites: [],
          notificationSettings: null,
          // Writing a comment also sets the author's read mark.
          readMarks: [
            { target: { kind: "trip", id: tripId }, upTo: regretted.id, updatedAt: expect.any(String) },
          ],
          changes: expect.any(Array),
        },
      ]);
      const changes = data.formerTrips[0]?.changes.map(({ op, fields }) => [op, fields["body"]]);
      expect(changes).toEqual([
        ["member.joined", undefined],
        ["comment.created", "mine"],
        ["comment.created", ""],
        ["comment.deleted", undefined],
        ["vote.set", undefined],
        ...(ending === "left" ? [["member.left", undefined]] : []),
      ]);
      for (const word of ["theirs", "regretted", "Kyoto"]) expect(text).not.toContain(word);
      if (ending === "deleted")
        expect((await exportOf(owner)).data.trips).toMatchObject([{ trip: { id: tripId, role: "owner" } }]);
    }
  });

  test("come with an inbox and suggestions however many there are, and all that was done in trips long left", async () => {
    const { owner, editor, tripId, trip } = await newTripFixture();
    const memberId = (await newComment(editor, tripId)).memberId;
    const { pool } = freshDatabase();
    await pool.query(
      `insert into notifications (id, user_id, trip_id, kind, details)
         select uuidv7(), $1, $2, 'mention', $3 from generate_series(1, 450)`,
      [
        editor.userId,
        tripId,
        {
          tripTitle: trip.title,
          actorName: "Bob",
          subject: null,
          excerpt: null,
          target: null,
          entityId: null,
        },
      ],
    );
    await pool.query(
      `insert into suggestions (id, trip_id, member_id, lines, base_seq, status)
         select uuidv7(), $1, $2, '[]', 1, 'dismissed' from generate_series(1, 45)`,
      [tripId, memberId],
    );
    for (let turn = 0; turn < 3; turn++) await patchTrip(editor, tripId, { title: `Title ${turn}` });
    await pool.query(
      `insert into trip_events (trip_id, seq, group_id, actor_id, via, op, entity_id, before, after, at)
         select $1, seq + n, gen_random_uuid(), case when n % 2 = 0 then $2::uuid end, 'user', 'members.invalidated', $1, null, jsonb_build_object('id', id), now()
         from trips, generate_series(1, 600) n where id = $1`,
      [tripId, editor.userId],
    );
    await pool.query("update trips set seq = seq + 600, published_seq = seq + 600 where id = $1", [tripId]);
    const { data: within } = await exportOf(editor);
    expect(new Set(within.notifications.map(({ id }) => id)).size).toBe(450);
    expect(within.notifications[0]?.details).toMatchObject({ tripTitle: trip.title });
    expect(new Set(within.trips[0]?.suggestions.map(({ id }) => id)).size).toBe(45);
    await send(tripsApi.leave, { params: { tripId }, token: editor.token });
    const { data: without } = await exportOf(editor);
    expect(without.notifications).toHaveLength(450);
    expect(without.notifications[0]?.details).toBeNull();
    expect(new Set(without.formerTrips[0]?.suggestions.map(({ id }) => id)).size).toBe(45);
    const changes = without.formerTrips[0]?.changes ?? [];
    expect(new Set(changes.map(({ seq }) => seq)).size).toBe(changes.length);
    expect(changes.filter(({ op }) => op === "members.invalidated")).toHaveLength(300);
    expect(changes.filter(({ op }) => op === "trip.updated")).toHaveLength(3);
    expect((await exportOf(owner)).data.notifications).toEqual([]);
  });
});
