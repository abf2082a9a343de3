import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { addDays, dateRange } from "#lib/shared/dates.ts";
import { RESERVATION_KINDS } from "#lib/shared/reservation-kinds.ts";
import { emptyLists } from "#lib/shared/resources/list-resources.ts";
import { earliestInstant } from "#lib/shared/reservation-times.ts";
import { STOP_CATEGORIES } from "#lib/shared/stop-categories.ts";
import { TripFile } from "#lib/shared/trip-file.ts";
import { fileExpense, fileSettlement, moneyOfTrip } from "./trip-files-money.ts";

type Row<List extends keyof TripFile> = TripFile[List] extends readonly (infer R)[] ? R : never;

const AT = "2026-10-02T08:30:00.000Z";

/** Returns a trip file as an export writes it, empty except for the overrides. */
export function smallTripFile(overrides: Partial<TripFile> = {}): TripFile {
  const owner = { id: uuidv7(), name: "Mia", role: "owner", leftAt: null } as const;
  return {
    format: "wayfare-trip",
    version: 1,
    exportedAt: AT,
    exportedBy: owner.id,
    trip: {
      id: uuidv7(),
      title: "Kyoto",
      destination: { name: "Kyoto", lat: 35.01, lng: 135.77, timezone: "Asia/Tokyo" },
      startDate: null,
      endDate: null,
      timezone: "Asia/Tokyo",
      currency: "JPY",
      formerCurrencies: [],
      cover: null,
      budget: null,
    },
    members: [owner],
    days: [],
    stops: [],
    reservations: [],
    decisions: [],
    items: [],
    ...emptyLists(),
    expenses: [],
    settlements: [],
    comments: [],
    attachments: [],
    ...overrides,
  };
}

const ODD_TEXTS = [
  '=HYPERLINK("https://x.test")',
  "a;b,c\\n\\",
  "日本語のテキスト、長い説明",
  "👩‍👩‍👧‍👦 family · café",
  "<b>&amp;</b>",
  "-5 °C",
  '"quoted", and more',
];
const word = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.stringMatching(/^[a-z]{1,12}( [a-zé字]{1,8}){0,3}$/));
const notes = fc.option(
  fc.tuple(word, word).map((parts) => parts.join("\n")),
  { nil: null },
);
const zone = fc.constantFrom("Asia/Tokyo", "America/Los_Angeles", "Pacific/Apia", "Europe/Berlin", "UTC");
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const latitude = fc.integer({ min: -890_000, max: 890_000 }).map((value) => value / 10_000);
const longitude = fc.integer({ min: -1_790_000, max: 1_790_000 }).map((value) => value / 10_000);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const amount = fc.integer({ min: 0, max: 9_999_999 });
const cost = maybe(fc.record({ amount, currency: fc.constantFrom("JPY", "EUR", "KWD") }));
const instant = fc
  .integer({ min: Date.parse("2026-01-01T00:00:00Z"), max: Date.parse("2026-10-01T00:00:00Z") })
  .map((at) => new Date(at).toISOString());

const longAhead = instant.map((at) => at.replace("2026", "2926"));

/** Generates trips with every kind of row, in the order in which an export writes them. */
export const tripFiles: fc.Arbitrary<TripFile> = fc.gen().map((gen) => {
  const pick = <T>(arbitrary: fc.Arbitrary<T>): T => gen(() => arbitrary);
  const count = (max: number) => pick(fc.integer({ min: 0, max }));
  const many = <T>(max: number, make: (index: number) => T) =>
    Array.from({ length: count(max) }, (_, i) => make(i));
  const startDate = addDays("2026-03-01", count(300));
  const dates = dateRange(startDate, addDays(startDate, count(5)));
  const members = membersOf(pick);
  const some = () => pick(fc.option(fc.subarray(members.map(({ id }) => id)), { nil: null }));
  const anyone = () => pick(fc.constantFrom(...members)).id;
  const days = daysOf(pick, dates);
  const live = days.filter(({ isRetired }) => !isRetired);
  const stops = [...live.map(({ id }) => id), null].flatMap((dayId) =>
    many(4, () => ({ ...stopOf(pick), dayId, participants: some(), votes: votesOf(pick, members) })),
  );
  const reservations = many(5, () => ({
    ...reservationOf(pick, dates),
    stopId: stops.length > 0 ? (pick(maybe(fc.constantFrom(...stops)))?.id ?? null) : null,
    participants: some(),
  })).toSorted((a, b) => startOf(a) - startOf(b));
  const trip = {
    ...smallTripFile().trip,
    ...pick(moneyOfTrip),
    title: pick(word),
    startDate,
    endDate: dates.at(-1) ?? startDate,
  };
  const expenses = many(5, () => ({
    ...pick(fileExpense(members.map(({ id }) => id))),
    stopId: pick(maybe(fc.constantFrom(...stops, null)))?.id ?? null,
    reservationId: pick(maybe(fc.constantFrom(...reservations, null)))?.id ?? null,
  }));
  const targets = [
    { kind: "trip" as const, id: trip.id },
    ...stops.map(({ id }) => ({ kind: "stop" as const, id })),
    ...reservations.map(({ id }) => ({ kind: "reservation" as const, id })),
    ...expenses.map(({ id }) => ({ kind: "expense" as const, id })),
  ];
  return TripFile.parse({
    ...smallTripFile(),
    exportedBy: members[0]?.id,
    trip,
    members,
    days,
    stops,
    reservations,
    decisions: decisionsOf(
      pick,
      stops.map(({ id }) => id),
      days,
    ),
    items: (["packing", "todo"] as const).flatMap((list) =>
      many(4, () => ({ ...itemOf(pick), list, assigneeId: pick(fc.boolean()) ? anyone() : null })),
    ),
    expenses,
    settlements: members.length < 2 ? [] : many(3, () => pick(fileSettlement(members.map(({ id }) => id)))),
    comments: many(8, () => ({
      id: uuidv7(),
      target: pick(fc.constantFrom(...targets)),
      memberId: anyone(),
      body: pick(word),
      mentions: some() ?? [],
      editedAt: pick(maybe(instant)),
      resolvedAt: pick(maybe(instant)),
      createdAt: pick(instant),
    })),
  });
});

type Choose = <T>(arbitrary: fc.Arbitrary<T>) => T;

function membersOf(pick: Choose): Row<"members">[] {
  const owner = { id: uuidv7(), name: "Mia", role: "owner", leftAt: null } as const;
  const names = pick(
    fc.array(fc.constantFrom("Ben", "小林", "Zoë 🌍", "O'Neil", "Ana"), { minLength: 0, maxLength: 4 }),
  );
  const others = names.map((name) => ({
    id: uuidv7(),
    name,
    role: pick(fc.constantFrom("editor" as const, "viewer" as const)),
    leftAt: pick(maybe(instant)),
  }));
  return [owner, ...others];
}

function daysOf(pick: Choose, dates: string[]): Row<"days">[] {
  const day = (date: string, isRetired: boolean) => ({
    id: uuidv7(),
    date,
    title: pick(maybe(word)),
    notes: pick(notes),
    timezone: pick(maybe(zone)),
    isRetired,
  });
  const last = dates.at(-1) ?? "2026-01-01";
  const retired = [addDays(last, 1), addDays(last, 2)].slice(0, pick(fc.integer({ min: 0, max: 2 })));
  return [...dates.map((date) => day(date, false)), ...retired.map((date) => day(date, true))];
}

function stopOf(pick: Choose) {
  return {
    id: uuidv7(),
    name: pick(word),
    place: pick(maybe(fc.record({ lat: latitude, lng: longitude, address: maybe(word) }))),
    category: pick(fc.constantFrom(...STOP_CATEGORIES)),
    startTime: pick(maybe(time)),
    endTime: pick(maybe(time)),
    timezone: pick(maybe(zone)),
    notes: pick(notes),
    url: pick(maybe(fc.constantFrom("https://example.test/", "https://例え.test/路径?q=1&b=2"))),
    cost: pick(cost),
    travelMode: pick(maybe(fc.constantFrom("walk", "cycle", "drive", "transit"))),
    hours: pick(maybe(fc.constant({ mon: [{ opens: "09:00", closes: "17:00" }] }))),
    formerDate: pick(maybe(fc.constant("2026-02-01"))),
  };
}

function votesOf(pick: Choose, members: Row<"members">[]) {
  return pick(fc.subarray(members)).map(({ id }) => ({
    memberId: id,
    value: pick(fc.constantFrom(-1 as const, 1 as const)),
    updatedAt: pick(instant),
  }));
}

function reservationOf(pick: Choose, dates: string[]) {
  const [date = "2026-01-01"] = dates;
  const hasTime = pick(fc.boolean());
  const start = pick(
    maybe(
      fc
        .record({ zone, at: time })
        .map(({ zone: name, at }) => ({ local: hasTime ? `${date}T${at}` : date, zone: name })),
    ),
  );
  const end = start && { local: hasTime ? `${addDays(date, 2)}T12:00` : addDays(date, 2), zone: pick(zone) };
  const code = fc.constantFrom("KIX", "LAX");
  const named = maybe(fc.record({ name: word, code, lat: latitude, lng: longitude }));
  return {
    id: uuidv7(),
    kind: pick(fc.constantFrom(...RESERVATION_KINDS)),
    title: pick(word),
    start,
    end: pick(fc.boolean()) ? end : null,
    from: pick(named),
    to: pick(named),
    confirmation: pick(maybe(word)),
    provider: pick(maybe(word)),
    contact: pick(maybe(word)),
    url: null,
    notes: pick(notes),
    cost: pick(cost),
  };
}

function startOf({ start }: { start: { local: string; zone: string } | null }): number {
  return start ? earliestInstant(start) : Infinity;
}

function decisionsOf(pick: Choose, stopIds: string[], days: Row<"days">[]): Row<"decisions">[] {
  const half = Math.floor(stopIds.length / 2);
  return [stopIds.slice(0, half), stopIds.slice(half)].map((candidates) => {
    const status = pick(fc.constantFrom("open" as const, "tied" as const, "closed" as const));
    return {
      id: uuidv7(),
      title: pick(word),
      notes: pick(notes),
      candidates,
      // An open decision must have a deadline in the future: an import does not take over one that has passed.
      deadline: pick(maybe(status === "open" ? longAhead : instant)),
      dayId: pick(maybe(fc.constantFrom(...days)))?.id ?? null,
      status,
      winnerId: status === "closed" ? (candidates[0] ?? null) : null,
      closedAt: status === "closed" ? pick(instant) : null,
    };
  });
}

function itemOf(pick: Choose) {
  return {
    id: uuidv7(),
    text: pick(word),
    section: pick(maybe(word)),
    dueDate: pick(maybe(fc.constant("2026-05-01"))),
    doneAt: pick(maybe(instant)),
    isPrivate: pick(fc.boolean()),
  };
}

/** Removes the two fields that a copy adds to expenses: the ids that decide the rounding, and the time of recording. */
function asEntered<T extends object>(rows: readonly T[]): T[] {
  return JSON.parse(
    JSON.stringify(rows, (key, value) => (/^(?:rounding|createdAt)$/.test(key) ? undefined : value)),
  );
}

/** Returns the file with list indexes in place of ids, so that two files are equal if only their ids differ. */
export function withoutIds({ exportedAt: _, ...whole }: TripFile): unknown {
  const [expenses, settlements] = [asEntered(whole.expenses), asEntered(whole.settlements)];
  const file = { ...whole, expenses, settlements };
  const names = new Map<string, string>([[file.trip.id, "trip"]]);
  for (const list of [
    "members",
    "days",
    "stops",
    "reservations",
    "decisions",
    "items",
    "expenses",
    "settlements",
    "comments",
  ] as const) {
    for (const [index, { id }] of file[list].entries()) names.set(id, `${list}.${index}`);
  }
  const text = JSON.stringify({ ...file, attachments: [] });
  const ids = /"([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})"/g;
  return JSON.parse(text.replaceAll(ids, (_whole, id: string) => `"${names.get(id) ?? "nobody"}"`));
}
