import { describe, expect, test } from "vitest";
import {
  type AnsweredWrite,
  createUndoStack,
  type UndoMemory,
} from "#app/trips/[tripId]/_base/undo-stack.ts";
import type { WriteAnswer } from "#lib/client/writes/notices.ts";
import type { TripActions } from "#lib/client/open-trip/trip-actions.ts";

interface Sent {
  settle: (seq: number | null) => void;
  refuse: () => void;
}

const forgetful: UndoMemory = { read: () => [], write: () => {} };

/** Returns actions whose answers the test gives one by one. */
function fakeTrip(memory: UndoMemory = forgetful) {
  const sent: Sent[] = [];
  const undone: number[] = [];
  const write = () =>
    new Promise<WriteAnswer<never>>((resolve, reject) => {
      // The code under test does not read the row.
      sent.push({
        settle: (seq) => resolve({ seq } as WriteAnswer<never>),
        refuse: () => reject(new Error("refused")),
      });
    });
  const undo = (seq: number) => {
    undone.push(seq);
    return Promise.resolve({ data: { events: [], kept: [] }, seq: seq + 100 });
  };
  const actions = {
    moveStop: write,
    addStop: write,
    updateStop: write,
    deleteStop: write,
    vote: write,
    undo,
  } as unknown as TripActions;
  const names = new Map([["s", "Kinkaku-ji"]]);
  const nameOf = (id: string) => names.get(id) ?? "";
  const stack = createUndoStack(actions, { memory, nameOf, unsend: () => null });
  return { stack, sent, undone, names };
}

const depth = (stack: ReturnType<typeof createUndoStack>) => stack.state.get().writes.length;
const move = (stack: ReturnType<typeof createUndoStack>) =>
  stack.actions.moveStop("s", { dayId: null, afterId: null });

describe("the undo stack", () => {
  test("goes on after a reload with what was answered before it, and forgets what was undone", async () => {
    let kept: readonly AnsweredWrite[] = [];
    const memory: UndoMemory = {
      read: () => kept,
      write: (writes) => {
        kept = structuredClone(writes);
      },
    };
    const first = fakeTrip(memory);
    void move(first.stack);
    void move(first.stack);
    // This write is never answered, so its seq is unknown.
    void move(first.stack);
    first.sent[0]?.settle(7);
    first.sent[1]?.settle(8);
    await expect.poll(() => kept.length).toBe(2);

    const second = fakeTrip(memory);
    second.stack.recall();
    second.stack.recall();
    expect(depth(second.stack)).toBe(2);
    expect((await second.stack.undoLast())?.words).toMatchObject({ did: "moveStop", name: "Kinkaku-ji" });
    expect(second.undone).toEqual([8]);

    const third = fakeTrip(memory);
    third.stack.recall();
    await third.stack.undoLast();
    expect(third.undone).toEqual([7]);
    expect(kept).toEqual([]);
  });

  test("takes back the newest write first", async () => {
    const { stack, sent, undone } = fakeTrip();
    void move(stack);
    void move(stack);
    sent[0]?.settle(7);
    sent[1]?.settle(8);
    await stack.undoLast();
    await stack.undoLast();
    expect(undone).toEqual([8, 7]);
    expect(await stack.undoLast()).toBeNull();
  });

  test("waits for a write that is still on its way", async () => {
    const { stack, sent, undone } = fakeTrip();
    void move(stack);
    const taken = stack.undoLast();
    expect(undone).toEqual([]);
    sent[0]?.settle(9);
    await taken;
    expect(undone).toEqual([9]);
  });

  test("forgets what was refused and what changed nothing", async () => {
    const { stack, sent } = fakeTrip();
    const refused = move(stack);
    const empty = move(stack);
    expect(depth(stack)).toBe(2);
    sent[0]?.refuse();
    sent[1]?.settle(null);
    await expect(refused).rejects.toThrow("refused");
    await empty;
    await Promise.resolve();
    expect(depth(stack)).toBe(0);
  });

  test("a toast takes back its own write, not the newest", async () => {
    const { stack, sent, undone } = fakeTrip();
    const first = move(stack);
    void move(stack);
    sent[0]?.settle(3);
    sent[1]?.settle(4);
    await stack.undoWrite(first);
    expect(undone).toEqual([3]);
    await stack.undoLast();
    expect(undone).toEqual([3, 4]);
  });

  test("says what it took back, by the name of that time, and with what it can be done again", async () => {
    const { stack, sent, names } = fakeTrip();
    void stack.actions.updateStop("s", { notes: null, cost: null });
    void stack.actions.deleteStop("s");
    names.clear();
    sent[0]?.settle(5);
    sent[1]?.settle(6);
    const deleted = await stack.undoLast();
    expect(deleted?.words).toEqual({ did: "deleteStop", name: "Kinkaku-ji", fields: [] });
    expect(deleted?.echo.seq).toBe(106);
    const updated = await stack.undoLast();
    expect(updated?.words).toEqual({ did: "updateStop", name: "Kinkaku-ji", fields: ["notes", "cost"] });
  });

  test("votes have their own switch", () => {
    const { stack } = fakeTrip();
    void stack.actions.vote("s", 1);
    expect(depth(stack)).toBe(0);
  });
});
