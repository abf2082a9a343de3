import { beforeEach, describe, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import {
  foldChange,
  isTargetMissing,
  isSameValue,
  dependsOnChange,
  removeAppliedChanges,
} from "#lib/client/writes/suggestion-lines.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import type { SuggestedChange, SuggestionDto } from "#lib/shared/suggestions.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import {
  ANN,
  CREATED_AT,
  BOB,
  BOB_MEMBER,
  DAY_ID,
  event,
  STOP_ID,
  stop,
  stopFields,
  trip,
} from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f9";
const OTHER = "0199b6a0-7c00-7000-8000-0000000000f2";

const rename = (name: string): SuggestedChange => ({
  op: "stops.update",
  entityId: STOP_ID,
  input: { name },
});
const create: SuggestedChange = { op: "stops.create", input: { id: NEW, dayId: DAY_ID, name: "Nara" } };
const move = (entityId: string, afterId: string | null, dayId: string | null = DAY_ID): SuggestedChange => ({
  op: "stops.move",
  entityId,
  input: { dayId, afterId },
});
const remove = (entityId: string): SuggestedChange => ({ op: "stops.delete", entityId, input: {} });
const folded = (...changes: SuggestedChange[]) =>
  changes.reduce<SuggestedChange[]>((lines, change) => foldChange(lines, change), []);

describe("lines", () => {
  test("say the same in as few as they can", () => {
    const time: SuggestedChange = { op: "stops.update", entityId: STOP_ID, input: { startTime: "09:00" } };
    expect(folded(rename("A"), time, rename("B"))).toEqual([
      { ...time, input: { name: "B", startTime: "09:00" } },
    ]);
    expect(folded(move(STOP_ID, null), rename("A"), move(STOP_ID, null, null))).toEqual([
      rename("A"),
      move(STOP_ID, null, null),
    ]);
  });

  test("make what is new as it will be, and forget it when it is deleted again", () => {
    const named: SuggestedChange = { op: "stops.update", entityId: NEW, input: { name: "Nara Park" } };
    expect(folded(create, named)).toEqual([{ ...create, input: { ...create.input, name: "Nara Park" } }]);
    expect(folded(create, named, move(STOP_ID, NEW), remove(NEW))).toEqual([move(STOP_ID, null)]);
  });

  test("of what is deleted say nothing else", () => {
    expect(folded(rename("A"), move(STOP_ID, null, null), remove(STOP_ID))).toEqual([remove(STOP_ID)]);
  });

  test("leave out what the trip says already", () => {
    const now = trip({ stops: [stop(), stop({ id: OTHER, position: "a1" })] });
    expect(
      removeAppliedChanges([rename("Kiyomizu-dera"), move(OTHER, STOP_ID), move(STOP_ID, null)], now),
    ).toEqual([]);
    expect(removeAppliedChanges([rename("Nanzen-ji"), move(OTHER, null)], now)).toHaveLength(2);
    // A move to behind a deleted stop becomes a move to the first position.
    expect(removeAppliedChanges([move(OTHER, NEW)], now)).toEqual([move(OTHER, null)]);
  });

  test("keep fields together that only make sense together", () => {
    const dates: SuggestedChange = {
      op: "trips.update",
      input: { startDate: "2026-11-14", endDate: "2026-11-16", dateMode: "keep", title: "Kyoto" },
    };
    expect(removeAppliedChanges([dates], trip())).toEqual([
      { ...dates, input: { startDate: "2026-11-14", endDate: "2026-11-16", dateMode: "keep" } },
    ]);
  });

  test("know what is gone, and what needs what", () => {
    const lines = [create, move(NEW, STOP_ID), move(STOP_ID, NEW), rename("A")];
    const without = trip({ stops: [] });
    expect(lines.map((line) => isTargetMissing(without, lines, line))).toEqual([false, false, true, true]);
    expect(lines.map((line) => dependsOnChange(line, create))).toEqual([false, true, true, false]);
  });

  test("compare values whatever the order of their parts, and empty like missing", () => {
    expect(isSameValue({ lat: 1, lng: 2, address: null }, { lng: 2, lat: 1 })).toBe(true);
    expect(isSameValue({ amount: 1, currency: "JPY" }, { amount: 2, currency: "JPY" })).toBe(false);
    expect(isSameValue(["a"], ["a", "b"])).toBe(false);
  });
});

let service: FakeService;
let store: TripStore;
let actions: TripActions;
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

function open(role: "viewer" | "editor" | "guest" = "viewer"): void {
  const clock = new FakeClock();
  service = new FakeService();
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  store = new TripStore(trip({ role }), { userId: ANN, clock, line });
  store.draft.open(storage);
  actions = createTripActions(store, () => undefined);
}

function names(): string[] {
  return store.trip.stops.map(({ name }) => name);
}

beforeEach(() => {
  kept.clear();
  open();
});

describe("a viewer's writes", () => {
  test("are gathered and not sent; votes and comments are", async () => {
    await actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
    await actions.addStop({ id: NEW, dayId: DAY_ID, name: "Nara" });
    expect(service.sent).toEqual([]);
    expect(names()).toEqual(["Nanzen-ji", "Nara"]);
    expect(store.written.stops.map(({ name }) => name)).toEqual(["Kiyomizu-dera"]);
    expect(store.suggested.marks.get(STOP_ID)).toMatchObject({ fields: ["name"] });
    expect(store.suggested.marks.get(NEW)).toMatchObject({ isNew: true });
    void actions.vote(STOP_ID, 1);
    await flushPromises();
    expect(service.sent).toHaveLength(1);
  });

  test("of editors and guests are sent as ever", async () => {
    for (const role of ["editor", "guest"] as const) {
      open(role);
      void actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
      await flushPromises();
      expect([service.sent.length, store.suggested.lines.length]).toEqual([1, 0]);
    }
  });

  test("show what would be deleted as such, where it is", async () => {
    await actions.deleteStop(STOP_ID);
    expect(names()).toEqual(["Kiyomizu-dera"]);
    expect(store.suggested.marks.get(STOP_ID)).toMatchObject({ isRemoved: true });
  });

  test("are taken back one by one, and done again", async () => {
    const { takeBack } = await actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
    const { takeBack: again } = takeBack?.() ?? {};
    expect(names()).toEqual(["Kiyomizu-dera"]);
    const { takeBack: back } = again?.() ?? {};
    expect(names()).toEqual(["Nanzen-ji"]);
    back?.();
    expect(names()).toEqual(["Kiyomizu-dera"]);
  });

  test("outlive a reload", async () => {
    await actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
    store.draft.setNote("For the light");
    open();
    expect([names(), store.draft.note]).toEqual([["Nanzen-ji"], "For the light"]);
    store.draft.discard();
    expect(kept.size).toBe(0);
  });

  test("follow the trip below them", async () => {
    await actions.updateStop(STOP_ID, { name: "Nanzen-ji", notes: "Early" });
    store.receive([event(11, { op: "stop.updated", entity: stopFields({ name: "Nanzen-ji" }) })]);
    expect(store.suggested.lines).toEqual([
      { op: "stops.update", entityId: STOP_ID, input: { notes: "Early" } },
    ]);
    store.receive([event(12, { op: "stop.deleted", entity: { id: STOP_ID } })]);
    expect([store.suggested.lines.length, store.suggested.gone.length]).toEqual([0, 1]);
  });
});

describe("a draft", () => {
  test("goes out as one suggestion, made over the trip as it was when it began", async () => {
    await actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
    store.receive([event(11, { op: "stop.updated", entity: stopFields({ notes: "Hers" }) })]);
    store.draft.setNote(" Why not ");
    const sent = actions.sendDraft();
    await flushPromises();
    const request = service.request(0);
    expect(request.body).toMatchObject({ changes: [rename("Nanzen-ji")], note: "Why not" });
    expect(request.headers.get("x-base-seq")).toBe("10");
    const suggestion = suggested((request.body as { id: string }).id);
    await request.answer(201, suggestion, 12);
    await sent;
    expect([names(), store.trip.suggestions, kept.size]).toEqual([["Kiyomizu-dera"], [suggestion], 0]);
  });

  test("stays when it is refused, with what came meanwhile", async () => {
    await actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
    const sent = actions.sendDraft();
    await flushPromises();
    await actions.addStop({ id: NEW, dayId: DAY_ID, name: "Nara" });
    await service.request(0).answer(422, refusal("VALIDATION_FAILED"));
    await expect(sent).rejects.toThrow("No.");
    expect(names()).toEqual(["Nanzen-ji", "Nara"]);
  });

  test("keeps what was added while it was sent", async () => {
    await actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
    const sent = actions.sendDraft();
    await flushPromises();
    await actions.addStop({ id: NEW, dayId: DAY_ID, name: "Nara" });
    const { id } = service.request(0).body as { id: string };
    await service.request(0).answer(201, suggested(id), 11);
    await sent;
    expect(store.suggested.lines).toMatchObject([{ op: "stops.create", input: { id: NEW } }]);
  });

  test("that was withdrawn is taken up under new ids: its own may be used up by an acceptance", () => {
    const move1 = move(NEW, STOP_ID);
    const move2 = move(STOP_ID, NEW);
    store.draft.takeUp([create, move1, move2, rename("A")], null, 10);
    const id = store.draft.lines[0]?.input["id"];
    expect(id).not.toBe(NEW);
    expect(store.draft.lines).toEqual([
      { ...create, input: { ...create.input, id } },
      { ...move1, entityId: id },
      { ...move2, input: { ...move2.input, afterId: id } },
      rename("A"),
    ]);
  });

  test("is none any more once it has arrived, though the answer was lost", async () => {
    await actions.updateStop(STOP_ID, { name: "Nanzen-ji" });
    void actions.sendDraft().catch(() => undefined);
    await flushPromises();
    const { id } = service.request(0).body as { id: string };
    open();
    expect(store.suggested.lines).toHaveLength(1);
    // The same changes again are the same suggestion, and the service answers with the existing one.
    expect(store.draft.pack(store.confirmed).id).toBe(id);
    store.receive([event(11, { op: "suggestion.created", entity: suggested(id) })]);
    expect([store.suggested.lines, kept.size]).toEqual([[], 0]);
  });
});

const PROPOSED = "0199b6a0-7c00-7000-8000-0000000000e9";

function openAsBob() {
  const clock = new FakeClock();
  const asked = new FakeService();
  const line = new TripRequests({ userId: BOB, clock, call: { fetch: asked.fetch } });
  const initial = trip({ role: "editor", suggestions: [suggested(PROPOSED, [rename("Nanzen-ji"), create])] });
  const shown = new TripStore(initial, { userId: BOB, clock, line });
  return { asked, shown, editor: createTripActions(shown, () => undefined) };
}

describe("an editor's answer", () => {
  test("shows at once what is taken, and is put back when it is refused", async () => {
    const { asked, shown, editor } = openAsBob();
    const taken = editor.acceptSuggestion(PROPOSED, { lines: [1] });
    await flushPromises();
    expect(shown.trip.stops.map(({ name }) => name)).toEqual(["Kiyomizu-dera", "Nara"]);
    expect(shown.trip.suggestions).toEqual([]);
    expect(asked.request(0).body).toEqual({ lines: [1] });
    await asked.request(0).answer(409, refusal("FIELD_CONFLICT", { line: 1 }));
    await expect(taken).rejects.toThrow("No.");
    expect(shown.trip.stops).toHaveLength(1);
    expect(shown.trip.suggestions).toHaveLength(1);
  });

  test("overwrites only when asked to", async () => {
    const { asked, editor } = openAsBob();
    void editor.acceptSuggestion(PROPOSED, { force: true }).catch(() => undefined);
    await flushPromises();
    expect(asked.request(0).headers.get("x-force")).toBe("true");
    expect(asked.request(0).body).toEqual({});
  });
});

function suggested(id: string, changes: SuggestedChange[] = [rename("Nanzen-ji")]): SuggestionDto {
  const lines = changes.map((change) => ({ ...change, before: null, isAccepted: null }));
  const answer = { status: "open" as const, answer: null, answeredBy: null, answeredAt: null };
  const row = { version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  return { id, memberId: BOB_MEMBER, note: null, lines, baseSeq: 10, ...answer, ...row };
}
