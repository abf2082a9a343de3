// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { endLostRun } from "#lib/server/agent/end-run.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { as, newStop, readTrip } from "#tests/factories/trips.ts";
import { agentStatus, ask, askAndWait, useAgentModel } from "#tests/helpers/agent.ts";

/* These tests cover situations in which an agent could lose what people or the agent itself have written. */

const model = await useAgentModel();
afterAll(() => model.stop());
beforeEach(() => model.reset());

const looks = { name: "read_trip", args: {} };

function rename(stopId: string, name: string) {
  return { name: "edit_stop", args: { stopId, name } };
}

test("a read beside a write in one answer does not make the write know what it reads", async () => {
  const { tripId, stop, editor, owner } = await newTripFixture();
  const renaming = rename(stop.id, "By the agent");
  const answers = [{ toolCalls: [looks] }, { toolCalls: [looks, renaming] }, { text: "Hm." }];
  model.script(async () => {
    if (answers.length === 2) {
      const params = { tripId, stopId: stop.id };
      await call(stopsApi.update, { params, body: { name: "By the owner" } }, as(owner));
    }
    return answers.shift() ?? { text: "?" };
  });
  const reply = await askAndWait(editor, tripId, "Rename it.");
  expect((await readTrip(owner, tripId)).stops[0]?.name).toBe("By the owner");
  const steps = reply.parts.flatMap((part) => (part.type === "step" ? [[part.tool, part.state]] : []));
  expect(steps.at(-1)).toEqual(["edit_stop", "failed"]);
});

test("a proposal keeps the lines that still fit when one of them no longer does", async () => {
  const { tripId, trip, stop, viewer, owner } = await newTripFixture();
  const other = await newStop(owner, trip, { name: "Going" });
  const answers = [
    { toolCalls: [looks] },
    { toolCalls: [rename(stop.id, "Better"), rename(other.id, "Gone")] },
    { text: "Proposed." },
  ];
  model.script(async () => {
    if (answers.length === 1) {
      await call(stopsApi.delete, { params: { tripId, stopId: other.id } }, as(owner));
    }
    return answers.shift() ?? { text: "?" };
  });
  const reply = await askAndWait(viewer, tripId, "Rename both.");
  const { suggestions } = await readTrip(owner, tripId);
  expect(suggestions.map(({ lines }) => lines.map(({ entityId }) => entityId))).toEqual([[stop.id]]);
  expect(reply.parts.map(({ type }) => type)).toContain("proposal");
  expect(textOfParts(reply)).toContain("One change could not be proposed.");
});

test("words with what no database takes are kept without it, and letters that come in halves are whole", async () => {
  const { tripId, editor } = await newTripFixture();
  model.script([{ text: ["a\0b ", "\uD83C", "\uDF5C", " \uD83C", "x"] }]);
  const reply = await askAndWait(editor, tripId, "Say it.");
  expect(reply.run?.status).toBe("done");
  expect(textOfParts(reply)).toBe("ab 🍜 \uFFFDx");
});

test("a run that was heard of in time is not ended as lost", async () => {
  const { tripId, editor } = await newTripFixture();
  model.hold();
  await ask(editor, tripId, "Wait.");
  const { run } = await agentStatus(editor, tripId);
  const ended = await endLostRun(freshDatabase(), tripId, run?.id ?? "", new Date());
  expect(ended).toBe(false);
  model.release();
  await awaitDeferredWork();
});
