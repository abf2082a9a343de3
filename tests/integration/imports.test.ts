import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { exportsApi } from "#lib/shared/api/exports.ts";
import type { FileFault } from "#lib/shared/file-faults.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { LIST_NAMES } from "#lib/shared/resources/list-resources.ts";
import { TripFile } from "#lib/shared/trip-file.ts";
import { DEMO_TRIP_ID, type TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import {
  historyAfter,
  newComment,
  newDecision,
  newItem,
  newStop,
  newTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { fingerprint } from "#tests/helpers/fingerprint.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";
import { smallTripFile, tripFiles, withoutIds } from "#tests/helpers/trip-files.ts";

const RUNS = 25;

function sendTrip(person: Person, file: unknown, more: object = {}): Promise<RawAnswer> {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  return send(importsApi.createTrip, { token: person.token, form: fileForm(text, "trip.json"), ...more });
}

async function importedTrip(person: Person, file: unknown): Promise<TripDto> {
  const sent = await sendTrip(person, file);
  if (sent.status !== 201) throw new Error(sent.text);
  return JSON.parse(sent.text);
}

async function exported(person: Person, tripId: string): Promise<TripFile> {
  const { text } = await send(exportsApi.read, {
    params: { tripId },
    query: { format: "json" },
    token: person.token,
  });
  return TripFile.parse(JSON.parse(text));
}

describe("a trip's own file", () => {
  test("whatever a trip holds, its import and its next export say the same", async () => {
    await fc.assert(
      fc.asyncProperty(tripFiles, async (file) => {
        const mia = await newPerson({ name: "Mia" });
        const { id } = await importedTrip(mia, file);
        expect(withoutIds(await exported(mia, id))).toEqual(withoutIds(file));
      }),
      // On a failure, the first differing trip is enough; reducing it to a smaller one would take minutes.
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  test("what was made by hand comes back, with everyone's words and votes, under new ids", async () => {
    const scene = await newTripFixture();
    const { owner, viewer, tripId, trip } = scene;
    const idea = await newStop(owner, trip, {
      dayId: null,
      name: "Nara",
      participants: [trip.members[0]?.id ?? ""],
    });
    await newComment(viewer, tripId, { target: { kind: "stop", id: idea.id }, body: "Deer!" });
    await newItem(viewer, tripId, { text: "Diary", isPrivate: true });
    await newItem(owner, tripId, { text: "Tent", isPrivate: true });
    const file = await exported(viewer, tripId);
    const copy = await importedTrip(viewer, file);
    const again = await exported(viewer, copy.id);
    expect(copy).toMatchObject({ title: "Kyoto", role: "owner", isSample: false, isDemo: false, seq: 1 });
    expect(copy.stops.map(({ name }) => name).toSorted()).toEqual(["Kiyomizu-dera", "Nara"]);
    expect(copy.items.map(({ text, ownerId }) => [text, ownerId])).toEqual([["Diary", viewer.userId]]);
    expect(again.comments).toMatchObject([{ body: "Deer!", createdAt: file.comments[0]?.createdAt }]);
    const author = copy.members.find(({ id }) => id === again.comments[0]?.memberId);
    expect(author).toMatchObject({ userId: viewer.userId, role: "owner" });
    const placeholder = copy.members.find(({ name }) => name === owner.name);
    expect(placeholder).toMatchObject({ userId: null, image: null, role: "editor", leftAt: null });
    const ids = new Set(JSON.stringify(await readTrip(owner, tripId)).match(/[\da-f-]{36}/g));
    const kept = (JSON.stringify(copy).match(/[\da-f-]{36}/g) ?? []).filter((id) => ids.has(id));
    expect(new Set(kept)).toEqual(new Set([viewer.userId]));
  });

  test("begins its history, and answers like the reading of it", async () => {
    const person = await newPerson();
    const copy = await importedTrip(person, smallTripFile());
    expect(copy).toEqual(await readTrip(person, copy.id));
    const events = await historyAfter(person, copy.id, 0);
    expect(events.map(({ op }) => op)).toEqual(["trip.created"]);
  });
});

describe("the copy that an import makes", () => {
  test("with as many stops as a trip holds takes no more, short as its history is", async () => {
    const owner = await newPerson();
    const stops = Array.from({ length: MAX_STOPS }, (_, index) => {
      return { id: uuidv7(), dayId: null, name: `S${index}`, formerDate: null, votes: [] };
    });
    const { id: tripId } = await importedTrip(owner, smallTripFile({ stops }));
    const body = { dayId: null, name: "One more" };
    const sent = await send(stopsApi.create, { params: { tripId }, token: owner.token, body });
    expectRefused(sent, 422, "LIMIT_REACHED", `A trip holds at most ${MAX_STOPS} stops. Delete some first.`);
  });

  test("a vote that has ended meanwhile waits for somebody to close it", async () => {
    const { owner, trip, tripId, stop } = await newTripFixture();
    const other = await newStop(owner, trip, { name: "Nara" });
    await newDecision(owner, tripId, { candidates: [stop.id, other.id] });
    const file = await exported(owner, tripId);
    const decisions = file.decisions.map((decision) => ({
      ...decision,
      deadline: "2026-01-01T00:00:00.000Z",
    }));
    const copy = await importedTrip(owner, { ...file, decisions });
    expect(copy.decisions).toMatchObject([{ status: "open", deadline: null }]);
  });

  test("with people who have all left, the importer joins them", async () => {
    const person = await newPerson({ name: "Ben" });
    const gone = { id: uuidv7(), name: "Mia", role: "owner", leftAt: "2026-01-01T00:00:00.000Z" } as const;
    const { members } = await importedTrip(person, smallTripFile({ exportedBy: null, members: [gone] }));
    expect(members.map(({ name, role, userId }) => [name, role, userId])).toEqual(
      expect.arrayContaining([
        ["Mia", "editor", null],
        ["Ben", "owner", person.userId],
      ]),
    );
  });

  test("days that someone took out of the file are there all the same", async () => {
    const person = await newPerson();
    const { trip } = smallTripFile();
    const file = smallTripFile({ trip: { ...trip, startDate: "2026-11-14", endDate: "2026-11-16" } });
    expect((await importedTrip(person, file)).days.map(({ date }) => date)).toEqual([
      "2026-11-14",
      "2026-11-15",
      "2026-11-16",
    ]);
  });

  test("a repeat under its key or its id makes no second trip", async () => {
    const person = await newPerson();
    const file = smallTripFile();
    const headers = { "idempotency-key": uuidv7() };
    const [first, second] = [
      await sendTrip(person, file, { headers }),
      await sendTrip(person, file, { headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const query = { id: uuidv7() };
    const [third, fourth] = [
      await sendTrip(person, file, { query }),
      await sendTrip(person, file, { query }),
    ];
    expect([third.status, fourth.status]).toEqual([201, 200]);
    expect(fourth.body).toEqual(third.body);
    const other = await sendTrip(person, smallTripFile(), { query });
    expect(other).toMatchObject({ status: 409, body: { code: "ID_TAKEN" } });
  });

  test("a preview says what is in it and writes nothing", async () => {
    const person = await newPerson();
    const before = await fingerprint();
    const sent = await send(importsApi.previewTrip, {
      token: person.token,
      form: fileForm(JSON.stringify(smallTripFile()), "trip.json"),
    });
    expect(sent.body).toEqual({
      title: "Kyoto",
      startDate: null,
      endDate: null,
      members: ["Mia"],
      counts: {
        stops: 0,
        reservations: 0,
        decisions: 0,
        items: 0,
        expenses: 0,
        settlements: 0,
        comments: 0,
        ...Object.fromEntries(LIST_NAMES.map((list) => [list, 0])),
        attachments: 0,
      },
    });
    expect(await fingerprint()).toEqual(before);
  });
});

function vote() {
  return { memberId: uuidv7(), value: 1 as const, updatedAt: "2026-01-01T00:00:00.000Z" };
}

function day(date: string) {
  return { id: uuidv7(), date, title: null, notes: null, timezone: null, isRetired: false };
}

function comment(createdAt: string) {
  const target = { kind: "trip" as const, id: uuidv7() };
  const frame = { mentions: [], editedAt: null, resolvedAt: null, createdAt };
  return { id: uuidv7(), target, memberId: uuidv7(), body: "x", ...frame };
}

const TRIP_FAULTS: FileFault[] = ["deep", "fields", "json"];

describe("a trip's file that is not one", () => {
  const stop = { id: uuidv7(), dayId: null, name: "Gion", formerDate: null, votes: [] };
  test.each<[string, number, unknown]>([
    ["another JSON", 415, { format: "other" }],
    ["JSON of a list", 415, "[1]"],
    ["objects in objects", 422, `${'{"a":'.repeat(65)}1${"}".repeat(65)}`],
    ["a torn file", 422, JSON.stringify(smallTripFile()).slice(0, 300)],
    ["a file of the future", 422, { ...smallTripFile(), version: 2 }],
    ["an unknown field", 422, { ...smallTripFile(), isDemo: true }],
    ["a stop on a day that is not there", 422, smallTripFile({ stops: [{ ...stop, dayId: uuidv7() }] })],
    ["two stops of one id", 422, smallTripFile({ stops: [stop, stop] })],
    ["a vote of nobody", 422, smallTripFile({ stops: [{ ...stop, votes: [vote()] }] })],
    [
      "a name that is none",
      422,
      smallTripFile({ members: [{ ...smallTripFile().members[0], name: "\u202e" }] } as never),
    ],
    ["an instant of another era", 422, smallTripFile({ comments: [comment("0001-01-01T00:00:00Z")] })],
    ["a day outside the dates", 422, smallTripFile({ days: [day("2026-11-14")] })],
    ["a comment on another trip", 422, smallTripFile({ comments: [comment("2026-01-01T00:00:00Z")] })],
    [
      "far too many stops",
      422,
      smallTripFile({ stops: Array.from({ length: 2001 }, () => ({ ...stop, id: uuidv7() })) }),
    ],
  ])("%s is refused and leaves nothing", async (_, status, file) => {
    const person = await newPerson();
    const before = await fingerprint();
    const sent = await sendTrip(person, file);
    expect(sent.status, sent.text.slice(0, 300)).toBe(status);
    // Pages show the fault in their own language.
    if (status === 422)
      expect(sent.body).toMatchObject({ details: { fault: expect.toBeOneOf(TRIP_FAULTS) } });
    expect(await fingerprint()).toEqual(before);
  });

  test("names few of its faults, however many there are", async () => {
    const person = await newPerson();
    const stops = Array.from({ length: 500 }, () => ({ ...stop, id: uuidv7(), dayId: uuidv7() }));
    const { body } = await sendTrip(person, smallTripFile({ stops }));
    expect(body).toMatchObject({ code: "VALIDATION_FAILED", issues: { length: 20 } });
  });

  test("broken UTF-8 is refused", async () => {
    const person = await newPerson();
    const form = new FormData();
    form.append("file", new Blob([Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])]));
    const sent = await send(importsApi.createTrip, { token: person.token, form });
    expect(sent).toMatchObject({ status: 422, body: { issues: [{ path: "file" }] } });
  });
});

test("an export of the demo trip is the importer's own", async () => {
  const person = await newPerson();
  const file = await exported(person, DEMO_TRIP_ID);
  expect(file.exportedBy).toBeNull();
  const copy = await importedTrip(person, file);
  expect(copy).toMatchObject({ role: "owner", isDemo: false });
  expect(copy.stops).toHaveLength(file.stops.length);
});

test("a trip of nobody's else can't be exported", async () => {
  const [owner, stranger] = [await newPerson(), await newPerson()];
  const trip = await newTrip(owner);
  const sent = await send(exportsApi.read, {
    params: { tripId: trip.id },
    query: { format: "json" },
    token: stranger.token,
  });
  expect(sent.status).toBe(404);
});
