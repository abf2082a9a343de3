// @alone @long: sets the environment, which the service reads once; runs that are stopped at every step
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { cancelAgentRun, cancelAgentRunsOf } from "#db/queries/agent.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { endLostRuns } from "#lib/server/agent/lost-runs.ts";
import { blockPerson } from "#lib/server/operator/end-access.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { membersApi } from "#lib/shared/api/members.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, readTrip } from "#tests/factories/trips.ts";
import {
  agentStatus,
  ask,
  askAndWait,
  eventsAfter,
  isRunEnd,
  messages,
  streamUntil,
  useAgentModel,
} from "#tests/helpers/agent.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectForbidden, expectRefused } from "#tests/helpers/refusals.ts";

const model = await useAgentModel();
afterAll(() => model.stop());
beforeEach(() => model.reset());

async function cancel(person: Person, tripId: string) {
  return send(agentApi.cancel, { params: { tripId }, token: person.token });
}

/** Sends a message, and waits until two words of the answer can be read and the third is held back. */
async function askAndHold(person: Person, tripId: string): Promise<void> {
  model.hold(2);
  model.script([{ text: "One two three four." }]);
  await ask(person, tripId, "Count.");
  await model.held();
  let text = "";
  await streamUntil(person, tripId, 0, (event) => {
    text += event.kind === "text" ? event.text : "";
    return text === "One two";
  });
}

describe("a run that is stopped", () => {
  test("ends within a second, with what it has said, and hangs up on the model", async () => {
    const { tripId, viewer, guest } = await newTripFixture();
    await askAndHold(viewer, tripId);
    const before = performance.now();
    const ended = streamUntil(guest, tripId, 0, isRunEnd);
    expect((await cancel(viewer, tripId)).status).toBe(200);
    const events = await ended;
    expect(performance.now() - before).toBeLessThan(1000);
    expect(events.at(-1)).toMatchObject({ message: { run: { status: "cancelled", fault: null } } });
    await awaitDeferredWork();
    expect(model.open()).toBe(0);
    const [reply] = await messages(viewer, tripId);
    expect(reply && textOfParts(reply)).toBe("One two");
    expect((await agentStatus(viewer, tripId)).run).toBeNull();
  });

  test("is noticed where another process was asked to stop it", async () => {
    const { tripId, viewer } = await newTripFixture();
    await askAndHold(viewer, tripId);
    const ended = streamUntil(viewer, tripId, 0, isRunEnd);
    const before = performance.now();
    const { run } = await agentStatus(viewer, tripId);
    const asked = { tripId, runId: run?.id ?? "", userId: viewer.userId, at: new Date() };
    await cancelAgentRun(freshDatabase(), asked);
    expect((await ended).at(-1)).toMatchObject({ message: { run: { status: "cancelled" } } });
    expect(performance.now() - before).toBeLessThan(1500);
    await awaitDeferredWork();
  });

  test("is stopped wherever it runs when whoever asked is blocked, and nobody else's is", async () => {
    const [scene, other] = [await newTripFixture(), await newTripFixture()];
    await askAndHold(scene.editor, scene.tripId);
    const asked = { userId: other.editor.userId, at: new Date() };
    expect(await cancelAgentRunsOf(freshDatabase(), asked)).toEqual([]);
    const ended = streamUntil(scene.viewer, scene.tripId, 0, isRunEnd);
    await blockPerson(freshDatabase(), scene.editor.userId, new Date());
    expect((await ended).at(-1)).toMatchObject({ message: { run: { status: "cancelled" } } });
    await awaitDeferredWork();
  });

  test("is stopped by whoever asked and by editors alone", async () => {
    const { tripId, owner, editor, viewer } = await newTripFixture();
    await askAndHold(editor, tripId);
    expectRefused(
      await cancel(viewer, tripId),
      403,
      "FORBIDDEN",
      "Only whoever asked, and editors, can stop the agent.",
    );
    expect((await cancel(owner, tripId)).status).toBe(200);
    await awaitDeferredWork();
    expect(await cancel(owner, tripId)).toMatchObject({ status: 200, body: { run: null } });
  });
});

/** Makes a run look as if its process had not reported for too long. */
async function loseRun(tripId: string): Promise<void> {
  await freshDatabase().pool.query(
    "update agent_threads set lease_until = now() - interval '1 second' where trip_id = $1",
    [tripId],
  );
}

/** Sends one more message, and waits until a change is proposed and the run is held back. */
async function proposeAndHold(person: Person, tripId: string): Promise<void> {
  const packing = { name: "add_packing_item", args: { text: "Cups" } };
  const answers = [{ toolCalls: [packing] }, { text: "Proposed." }];
  model.script(() => {
    if (answers.length === 1) model.hold();
    return answers.shift() ?? { text: "?" };
  });
  await ask(person, tripId, "Put cups on the list.");
  await streamUntil(
    person,
    tripId,
    0,
    (event) => event.kind === "part" && event.part.type === "step" && event.part.state === "done",
  );
}

describe("what a run has proposed when its process goes", () => {
  test("bug: was lost, and told as proposed; it is one suggestion, whoever ends the run at the same moment", async () => {
    const { tripId, viewer } = await newTripFixture();
    await proposeAndHold(viewer, tripId);
    await loseRun(tripId);
    await Promise.all([1, 2, 3, 4].map(() => endLostRuns(freshDatabase(), new Date())));
    model.release();
    await awaitDeferredWork();
    const { suggestions, members } = await readTrip(viewer, tripId);
    expect(suggestions).toMatchObject([
      { status: "open", lines: [{ op: "items.create", input: { text: "Cups" } }] },
    ]);
    const [suggestion] = suggestions;
    const asker = members.find(({ userId }) => userId === viewer.userId);
    expect(suggestion?.memberId).toBe(asker?.id);
    const [reply] = await messages(viewer, tripId);
    expect(reply?.run?.status).toBe("interrupted");
    expect(reply?.parts.at(-1)).toEqual({ type: "proposal", suggestionId: suggestion?.id });
    const events = await eventsAfter(viewer, tripId, 0);
    expect(events.flatMap((event) => Object.keys(event))).not.toContain("proposed");
  });

  test("is a suggestion too when somebody else asks first", async () => {
    const { tripId, viewer, editor } = await newTripFixture();
    await proposeAndHold(viewer, tripId);
    await loseRun(tripId);
    model.script([{ text: "Yours." }]);
    await ask(editor, tripId, "And mine?");
    model.release();
    await awaitDeferredWork();
    expect((await readTrip(viewer, tripId)).suggestions).toHaveLength(1);
  });

  test("is no suggestion of somebody who is out by then, and that is said", async () => {
    const { tripId, owner, viewer } = await newTripFixture();
    await proposeAndHold(viewer, tripId);
    await call(membersApi.remove, { params: { tripId, userId: viewer.userId } }, as(owner));
    await loseRun(tripId);
    await endLostRuns(freshDatabase(), new Date());
    model.release();
    await awaitDeferredWork();
    expect((await readTrip(owner, tripId)).suggestions).toEqual([]);
    const [reply] = await messages(owner, tripId);
    expect(reply && textOfParts(reply)).toMatch(/^One change could not be proposed\./);
  });
});

describe("a run whose process is gone", () => {
  test("is ended by the tick with one clear event, and says no more", async () => {
    const { tripId, viewer } = await newTripFixture();
    await askAndHold(viewer, tripId);
    await loseRun(tripId);
    await endLostRuns(freshDatabase(), new Date());
    const events = await eventsAfter(viewer, tripId, 0);
    expect(events.at(-1)).toMatchObject({
      message: {
        run: { status: "interrupted", fault: { code: "SERVER_STOPPED", retryable: true } },
        parts: [{ text: "One two" }],
      },
    });
    expect((await agentStatus(viewer, tripId)).run).toBeNull();
    model.release();
    await awaitDeferredWork();
    expect(await eventsAfter(viewer, tripId, 0)).toEqual(events);
  });

  test("is ended by whoever asks next", async () => {
    const { tripId, viewer, editor } = await newTripFixture();
    await askAndHold(viewer, tripId);
    await loseRun(tripId);
    model.script([{ text: "Yours." }]);
    const question = await ask(editor, tripId, "And mine?");
    model.release();
    await awaitDeferredWork();
    const [reply, asked, lost] = await messages(viewer, tripId);
    expect(asked?.id).toBe(question.id);
    expect(reply?.run?.status).toBe("done");
    expect(lost?.run?.status).toBe("interrupted");
    const cursors = (await eventsAfter(viewer, tripId, 0)).map(({ cursor }) => cursor);
    expect(cursors).toEqual(cursors.map((_, index) => index + 1));
  });

  test("ends once, whoever ends it at the same moment", async () => {
    const { tripId, viewer } = await newTripFixture();
    await askAndHold(viewer, tripId);
    await loseRun(tripId);
    await Promise.all([1, 2, 3, 4].map(() => endLostRuns(freshDatabase(), new Date())));
    model.release();
    await awaitDeferredWork();
    expect((await eventsAfter(viewer, tripId, 0)).filter(isRunEnd)).toHaveLength(1);
  });
});

describe("a question that is sent twice", () => {
  test("is asked once", async () => {
    const { tripId, viewer, stranger } = await newTripFixture();
    const body = { id: uuidv7(), text: "Once?" };
    const input = { params: { tripId }, body };
    model.hold();
    const first = await call(agentApi.ask, input, as(viewer));
    // The retry is answered while the first message's run is under way.
    const again = await call(agentApi.ask, input, as(viewer));
    model.release();
    await awaitDeferredWork();
    const later = await call(agentApi.ask, input, as(viewer));
    expect([first.status, again.status, later.status]).toEqual([201, 200, 200]);
    expect(again.data).toEqual(first.data);
    expect(later.data).toEqual(first.data);
    expect(model.requests).toHaveLength(1);
    expect(await messages(viewer, tripId)).toHaveLength(2);
    const theirs = await send(agentApi.ask, { ...input, token: stranger.token });
    expect(theirs.status).toBe(404);
  });

  test("under one key is answered as it was", async () => {
    const { tripId, editor } = await newTripFixture();
    const headers = { "idempotency-key": uuidv7() };
    const input = { params: { tripId }, token: editor.token, headers, body: { text: "Once?" } };
    const [one, two] = [await send(agentApi.ask, input), await send(agentApi.ask, input)];
    await awaitDeferredWork();
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    expect(model.requests).toHaveLength(1);
  });

  test("at the same moment by two people is asked by one of them", async () => {
    const { tripId, editor, viewer } = await newTripFixture();
    const both = await Promise.allSettled([ask(editor, tripId, "Mine"), ask(viewer, tripId, "No, mine")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await awaitDeferredWork();
    expect(await messages(viewer, tripId)).toHaveLength(2);
  });
});

describe("who reads along", () => {
  test("hears no more once they are out, or signed out", async () => {
    const { tripId, owner, viewer, editor } = await newTripFixture();
    const removed = streamUntil(viewer, tripId, 0, () => false);
    const signedOut = streamUntil(editor, tripId, 0, () => false);
    await call(membersApi.remove, { params: { tripId, userId: viewer.userId } }, as(owner));
    await freshDatabase().pool.query("delete from sessions where id = $1", [editor.sessionId]);
    model.script([{ text: "A secret." }]);
    await askAndWait(owner, tripId, "Whisper.");
    expect(await removed).toEqual([]);
    expect(await signedOut).toEqual([]);
  });

  test("are asked for their role before they may ask or set anything", async () => {
    const { tripId, guest, viewer, owner } = await newTripFixture();
    expectForbidden(
      await send(agentApi.ask, { params: { tripId }, token: guest.token, body: { text: "Me?" } }),
      "guest",
      "viewer",
    );
    const setting = { params: { tripId }, body: { mode: "propose" } };
    expectForbidden(await send(agentApi.settings, { ...setting, token: viewer.token }), "viewer", "editor");
    const set = await send(agentApi.settings, { ...setting, token: owner.token });
    expect(set).toMatchObject({ status: 200, body: { mode: "propose", cursor: 1, run: null } });
    const again = await send(agentApi.settings, { ...setting, token: owner.token });
    expect(again.body).toEqual(set.body);
    expect(await eventsAfter(viewer, tripId, 0)).toMatchObject([
      { kind: "mode", mode: "propose", cursor: 1 },
    ]);
    expect((await askAndWait(owner, tripId, "And now?")).run?.mode).toBe("propose");
  });
});
