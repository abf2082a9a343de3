// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
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

const model = await useAgentModel();
afterAll(() => model.stop());
beforeEach(() => model.reset());

describe("a question to the agent", () => {
  test("is written down, answered by the model, and told by events in one order", async () => {
    const { tripId, viewer, editor } = await newTripFixture();
    model.script([{ text: "Kyoto is lovely in November." }]);
    const question = await ask(viewer, tripId, "  What is it like? ");
    expect(question).toMatchObject({
      role: "user",
      parts: [{ type: "text", text: "What is it like?" }],
      run: null,
      cursor: 1,
    });
    await awaitDeferredWork();
    const [reply, asked] = await messages(editor, tripId);
    expect(asked).toEqual(question);
    expect(reply).toMatchObject({
      role: "agent",
      memberId: question.memberId,
      run: { status: "done", fault: null },
    });
    expect(reply && textOfParts(reply)).toBe("Kyoto is lovely in November.");
    const events = await eventsAfter(viewer, tripId, 0);
    expect(events.map(({ cursor }) => cursor)).toEqual(events.map((_, index) => index + 1));
    expect(
      events
        .filter(({ kind }) => kind === "text")
        .map((event) => "text" in event && event.text)
        .join(""),
    ).toBe("Kyoto is lovely in November.");
    expect(events.at(-1)).toMatchObject({ kind: "message", message: reply });
    expect(await agentStatus(viewer, tripId)).toEqual({ mode: "apply", cursor: events.length, run: null });
  });

  test("streams to whoever listens, from wherever they were", async () => {
    const { tripId, viewer, guest } = await newTripFixture();
    model.script([{ text: "One two three four five six seven." }]);
    const listening = streamUntil(guest, tripId, 0, isRunEnd);
    await ask(viewer, tripId, "Count.");
    const events = await listening;
    expect(events).toEqual(await eventsAfter(viewer, tripId, 0));
    expect(await streamUntil(guest, tripId, 2, isRunEnd)).toEqual(events.slice(2));
  });

  test("waits for its turn", async () => {
    const { tripId, viewer, editor } = await newTripFixture();
    model.hold();
    model.script([{ text: "Soon." }]);
    await ask(viewer, tripId, "When?");
    await model.held();
    await expect(ask(editor, tripId, "Me too!")).rejects.toMatchObject({
      body: { code: "AGENT_BUSY", details: { run: { status: "running" } } },
    });
    expect((await agentStatus(editor, tripId)).run).toMatchObject({ status: "running" });
    model.release();
    await awaitDeferredWork();
    model.script([{ text: "Now you." }]);
    expect(textOfParts(await askAndWait(editor, tripId, "Me too!"))).toBe("Now you.");
  });
});
