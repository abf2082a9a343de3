// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, historyAfter, readTrip } from "#tests/factories/trips.ts";
import { ask, askAndWait, eventsAfter, useAgentModel } from "#tests/helpers/agent.ts";
import { send } from "#tests/helpers/handlers.ts";

const model = await useAgentModel();
Object.assign(process.env, {
  AGENT_MAX_STEPS: "3",
  AGENT_MAX_TOKENS: "20000",
  AGENT_HISTORY_TOKENS: "500",
  AGENT_ASKS_PER_PERSON: "6",
  AGENT_ASKS_PER_TRIP: "9",
  AGENT_INPUT_PRICE: "0.5",
  AGENT_OUTPUT_PRICE: "2",
  AGENT_MAX_COST: "0.03",
  AGENT_MAX_DAILY_COST: "0.5",
});
afterAll(() => model.stop());
beforeEach(() => model.reset());

const looks = { name: "read_trip", args: {} };

describe("a run ends", () => {
  test("after so many steps, with what it has done, and says how to go on", async () => {
    const { tripId, editor, trip } = await newTripFixture();
    const adding = { name: "add_stop", args: { name: "One more", dayId: trip.days[0]?.id ?? "" } };
    model.script(() => ({ toolCalls: [adding], usage: { input: 10, output: 10 } }));
    const reply = await askAndWait(editor, tripId, "Add stops for ever.");
    expect(reply.run).toMatchObject({ status: "failed", fault: { code: "TOO_MANY_STEPS", retryable: true } });
    expect(model.requests).toHaveLength(3);
    expect((await readTrip(editor, tripId)).stops.filter(({ name }) => name === "One more")).toHaveLength(3);
    expect(reply.parts.at(-1)).toMatchObject({ type: "changes", count: 3 });
  });

  test("once its words are used up", async () => {
    const { tripId, editor } = await newTripFixture();
    model.script(() => ({ toolCalls: [looks], usage: { input: 9000, output: 3000 } }));
    const reply = await askAndWait(editor, tripId, "Read on.");
    expect(reply.run?.fault?.code).toBe("TOO_MANY_TOKENS");
    expect(model.requests).toHaveLength(2);
  });

  test("once it has cost what it may, and is charged for what it took", async () => {
    const { tripId, editor } = await newTripFixture();
    model.script(() => ({ toolCalls: [looks], usage: { input: 1000, output: 18_000 } }));
    const reply = await askAndWait(editor, tripId, "Read on.");
    expect(reply.run?.fault?.code).toBe("TOO_COSTLY");
    const { rows } = await freshDatabase().pool.query(
      "select steps, input_tokens, output_tokens, cost::int from agent_runs where trip_id = $1",
      [tripId],
    );
    // Prices are 0.5 per million input tokens and 2 per million output tokens; the cost is in millionths.
    expect(rows).toEqual([{ steps: 1, input_tokens: 1000, output_tokens: 18_000, cost: 36_500 }]);
  });

  test("with a call that makes no sense told to the model, which may mend it", async () => {
    const { tripId, editor } = await newTripFixture();
    model.script([
      {
        toolCalls: [
          { name: "add_stop", rawArguments: '{"name": ' },
          { name: "fly_away", args: {} },
        ],
      },
      { text: "I can't fly." },
    ]);
    const reply = await askAndWait(editor, tripId, "Fly.");
    expect(reply.run).toMatchObject({ status: "done" });
    expect(textOfParts(reply)).toBe("I can't fly.");
    const told = model.requests.at(-1)?.body.messages.filter(({ role }) => role === "tool") ?? [];
    expect(told).toHaveLength(2);
  });
});

describe("people ask", () => {
  test("only so often in ten minutes, each and together", async () => {
    const { tripId, editor, viewer } = await newTripFixture();
    for (let asked = 0; asked < 6; asked++) await askAndWait(editor, tripId, "Again");
    const refused = await send(agentApi.ask, {
      params: { tripId },
      token: editor.token,
      body: { text: "Again" },
    });
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (let asked = 0; asked < 3; asked++) await askAndWait(viewer, tripId, "Again");
    await expect(ask(viewer, tripId, "Once more")).rejects.toMatchObject({ status: 429 });
  });

  test("as members alone: others learn nothing of the trip, and use up nothing", async () => {
    const { tripId, stranger, guest, editor } = await newTripFixture();
    for (let asked = 0; asked < 6; asked++) {
      for (const [{ token }, status] of [
        [stranger, 404],
        [guest, 403],
      ] as const) {
        const sent = await send(agentApi.ask, { params: { tripId }, token, body: { text: "Again" } });
        expect(sent.status).toBe(status);
      }
    }
    expect((await askAndWait(editor, tripId, "Mine")).run?.status).toBe("done");
  });

  test("until the day's money of their trip is spent", async () => {
    const { tripId, editor } = await newTripFixture();
    await askAndWait(editor, tripId, "First");
    await freshDatabase().pool.query("update agent_runs set cost = 500000 where trip_id = $1", [tripId]);
    await expect(ask(editor, tripId, "Second")).rejects.toMatchObject({ body: { code: "RATE_LIMITED" } });
    await freshDatabase().pool.query(
      "update agent_runs set started_at = now() - interval '25 hours' where trip_id = $1",
      [tripId],
    );
    expect((await askAndWait(editor, tripId, "Third")).run?.status).toBe("done");
  });
});

describe("a long conversation", () => {
  test("is told to the model as far as there is room, and before that as its minutes", async () => {
    const { tripId, editor, viewer } = await newTripFixture();
    const long = "We would like to see temples, gardens and markets. ".repeat(40);
    model.script([{ text: `${long} first` }]);
    await askAndWait(editor, tripId, `${long} one`);
    model.script([{ text: "The minutes." }, { text: "second" }]);
    await askAndWait(viewer, tripId, "two");
    const [summing, asking] = model.requests.slice(-2).map(({ body }) => JSON.stringify(body.messages));
    expect(summing).toContain(`${editor.name}] We would like`);
    expect(asking).toContain("The minutes.");
    expect(asking).not.toContain("temples");
    expect(asking).toContain(`${viewer.name}] two`);
    // The minutes, the model's summary of the earlier messages, are stored and sent with the next message too.
    model.script([{ text: "third" }]);
    await askAndWait(editor, tripId, "three");
    const last = JSON.stringify(model.requests.at(-1)?.body.messages);
    expect(last).toContain("The minutes.");
    expect(last).toContain("second");
    expect(last).toContain(`${editor.name}] three`);
  });

  test("goes on where its minutes could not be taken", async () => {
    const { tripId, editor } = await newTripFixture();
    const long = "We would like to see temples, gardens and markets. ".repeat(40);
    model.script([{ text: long }]);
    await askAndWait(editor, tripId, long);
    model.script([{ status: 400 }, { text: "All the same." }]);
    expect(textOfParts(await askAndWait(editor, tripId, "And?"))).toBe("All the same.");
  });
});

describe("what a run wrote", () => {
  test("is one step that one undo takes back, though others wrote in between", async () => {
    const { tripId, trip, stop, editor, owner } = await newTripFixture();
    const dayId = trip.days[0]?.id ?? "";
    model.script([
      { toolCalls: [looks] },
      { toolCalls: [{ name: "edit_stop", args: { stopId: stop.id, name: "By the agent" } }] },
      { toolCalls: [{ name: "add_stop", args: { name: "Second", dayId } }] },
      { text: "Done." },
    ]);
    const reply = await askAndWait(editor, tripId, "Do two things.");
    const changes = reply.parts.find((part) => part.type === "changes");
    const events = (await historyAfter(owner, tripId, 0)).filter(
      (event) => "via" in event && event.via === "agent",
    );
    expect(events.map((event) => "groupId" in event && event.groupId)).toEqual([
      changes?.groupId,
      changes?.groupId,
    ]);
    await call(eventsApi.undo, { params: { tripId, seq: changes?.seq ?? 0 } }, as(owner));
    const after = await readTrip(owner, tripId);
    expect(after.stops.map(({ name }) => name)).toEqual([stop.name]);
  });

  test("can't be taken back while it is at work, and later only without what others changed between its writes", async () => {
    const { tripId, trip, stop, editor, owner } = await newTripFixture();
    const dayId = trip.days[0]?.id ?? "";
    const byOwner = async () => {
      const { seq } = await readTrip(owner, tripId);
      const early = await send(eventsApi.undo, {
        params: { tripId, seq: String(seq) },
        token: owner.token,
      });
      expect(early).toMatchObject({ status: 409, body: { code: "AGENT_BUSY" } });
      const body = { name: "By the owner" };
      await call(stopsApi.update, { params: { tripId, stopId: stop.id }, body }, as(owner));
    };
    const answers = [
      { toolCalls: [looks] },
      { toolCalls: [{ name: "edit_stop", args: { stopId: stop.id, name: "By the agent" } }] },
      { toolCalls: [{ name: "add_stop", args: { name: "Second", dayId } }] },
      { text: "Done." },
    ];
    model.script(async () => {
      if (answers.length === 2) await byOwner();
      return answers.shift() ?? { text: "?" };
    });
    const reply = await askAndWait(editor, tripId, "Do two things.");
    const changes = reply.parts.find((part) => part.type === "changes");
    const undo = await send(eventsApi.undo, {
      params: { tripId, seq: String(changes?.seq) },
      token: owner.token,
    });
    expect(undo).toMatchObject({ status: 200, body: { kept: [{ kind: "stop", id: stop.id }] } });
    expect((await readTrip(owner, tripId)).stops.map(({ name }) => name)).toEqual(["By the owner"]);
    await awaitDeferredWork();
    const cursors = (await eventsAfter(owner, tripId, 0)).map(({ cursor }) => cursor);
    expect(cursors).toEqual(cursors.map((_, index) => index + 1));
  });
});
