import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { insertExpense } from "#db/queries/expenses.ts";
import { insertSettlement } from "#db/queries/settlements.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { balancesByCurrency, balancesIn } from "#lib/shared/balances.ts";
import { TripFile } from "#lib/shared/trip-file.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newComment, readTrip } from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectInvalidFile } from "#tests/helpers/refusals.ts";
import { smallTripFile } from "#tests/helpers/trip-files.ts";
import { fileExpense, fileSettlement } from "#tests/helpers/trip-files-money.ts";

type FileExpense = TripFile["expenses"][number];

function sendTrip(person: Person, file: unknown): Promise<RawAnswer> {
  return send(importsApi.createTrip, {
    token: person.token,
    form: fileForm(JSON.stringify(file), "trip.json"),
  });
}

async function exported(person: Person, tripId: string): Promise<TripFile> {
  const query = { format: "json" };
  const { text } = await send(exportsApi.read, { params: { tripId }, query, token: person.token });
  return TripFile.parse(JSON.parse(text));
}

const eur = { currency: "EUR", value: "163.21", source: "ecb" as const, date: "2026-02-02" };
const former = [eur];

function fileOf(members: number, lists: Partial<TripFile> = {}): TripFile {
  const file = smallTripFile();
  const others = Array.from({ length: members - 1 }, (_, n) => {
    return { id: uuidv7(), name: `P${n}`, role: "editor" as const, leftAt: null };
  });
  return {
    ...file,
    trip: { ...file.trip, formerCurrencies: former },
    members: [...file.members, ...others],
    ...lists,
  };
}

/** Returns the expenses and settlements without fields that only a copy has, sorted, with indexes for member ids. */
function spent({ members, expenses, settlements }: TripFile) {
  const ofCopy = /^(?:rounding|createdAt)$/;
  const named = (row: object) =>
    members.reduce(
      (text, { id }, place) => text.replaceAll(id, `member ${place}`),
      JSON.stringify({ ...row, id: "" }, (key, value) => (ofCopy.test(key) ? undefined : value)),
    );
  const inOrder = (rows: readonly object[]) => rows.map(named).toSorted((x, y) => (x < y ? -1 : 1));
  return { expenses: inOrder(expenses), settlements: inOrder(settlements) };
}

function expectBalanced({ trip, expenses, settlements }: TripFile): void {
  const ledger = { expenses, settlements };
  for (const balances of [balancesIn(trip, ledger), ...balancesByCurrency(ledger).values()])
    expect([...balances.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
}

test("all that was spent and settled comes back by an import, and by the import of its export", async () => {
  const file = fileOf(7);
  const ids = file.members.map(({ id }) => id);
  const lists = fc.record({
    expenses: fc.array(fileExpense(ids), { minLength: 20, maxLength: 60 }),
    settlements: fc.array(fileSettlement(ids), { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(lists, async (money) => {
      const original = { ...file, ...money };
      const person = await newPerson();
      const first = await sendTrip(person, original);
      expect(first.status, first.text.slice(0, 500)).toBe(201);
      const copy = await exported(person, JSON.parse(first.text).id);
      expect(spent(copy)).toEqual(spent(original));
      expectBalanced(copy);
      const second = await sendTrip(person, copy);
      const again = await exported(person, JSON.parse(second.text).id);
      expect(spent(again)).toEqual(spent(original));
      expectBalanced(again);
    }),
    { numRuns: 10 },
  );
});

test("a file from before there was money becomes a trip without any", async () => {
  const { expenses: _1, settlements: _2, trip, ...rest } = smallTripFile();
  const { formerCurrencies: _3, budget: _4, ...plain } = trip;
  const sent = await sendTrip(await newPerson(), { ...rest, trip: plain });
  expect(sent.status, sent.text).toBe(201);
  expect(sent.body).toMatchObject({
    expenses: [],
    expenseCount: 0,
    settlements: [],
    formerCurrencies: [],
    budget: null,
  });
});

const money = (memberId: string, more: object = {}) => ({
  amount: 1000,
  currency: "JPY",
  payers: [{ memberId, amount: 1000 }],
  split: { mode: "equal" as const, parts: [{ memberId }] },
  ...more,
});

function expense(memberId: string, more: object = {}): FileExpense {
  return {
    id: uuidv7(),
    title: "Dinner",
    money: money(memberId),
    rate: null,
    category: "food",
    spentOn: "2026-11-14",
    notes: null,
    stopId: null,
    reservationId: null,
    nights: null,
    isPrivate: false,
    createdBy: memberId,
    ...more,
  };
}

const friends = Array.from({ length: 5 }, () => uuidv7());

/** Returns a split with so many items of 1 yen that six people are named more than 1,000 times. */
function longBill(me: string) {
  const item = { name: "Tapas", amount: 1, memberIds: [me, ...friends] };
  const items = Array.from({ length: 167 }, () => item);
  const payers = [{ memberId: me, amount: items.length }];
  return money(me, { amount: items.length, payers, split: { mode: "items", parts: [], items } });
}

const nobody = "01990000-0000-7000-8000-000000000000";
type Break = (me: string, other: string) => Partial<TripFile>;

test.each<[string, string, string, Break]>([
  [
    "a sum that is none",
    "file.expenses.0.money.payers",
    "What they paid adds up to 999, not 1000.",
    (me) => ({
      expenses: [expense(me, { money: money(me, { payers: [{ memberId: me, amount: 999 }] }) })],
    }),
  ],
  [
    "a payer who is not there",
    "file.expenses.0.money.payers.0.memberId",
    "Nothing in the file has this id.",
    (me) => ({
      expenses: [expense(me, { money: money(me, { payers: [{ memberId: nobody, amount: 1000 }] }) })],
    }),
  ],
  [
    "a currency that no rate leads from",
    "file.expenses.0.rate",
    "No rate leads from USD to the trip's currency JPY.",
    (me) => ({ expenses: [expense(me, { money: money(me, { currency: "USD" }) })] }),
  ],
  [
    "more than there is room for in the trip's currency",
    "file.expenses.0.rate",
    "This amount is too large in the trip's currency JPY.",
    (me) => ({
      expenses: [
        expense(me, {
          money: {
            ...money(me, { amount: 1e12, currency: "USD" }),
            payers: [{ memberId: me, amount: 1e12 }],
          },
          rate: { to: "JPY", value: "999999999", source: "typed", date: "2026-11-14" },
        }),
      ],
    }),
  ],
  [
    "a rate to a currency that the trip never had",
    "file.expenses.0.rate",
    "No rate leads from USD to the trip's currency JPY.",
    (me) => ({
      expenses: [expense(me, { rate: { to: "USD", value: "1.5", source: "typed", date: "2026-11-14" } })],
    }),
  ],
  [
    "a former currency that it has now",
    "file.trip.formerCurrencies.1.currency",
    "The trip is in this currency now.",
    () => ({ trip: { ...fileOf(1).trip, formerCurrencies: [...former, { ...eur, currency: "JPY" }] } }),
  ],
  [
    "a former currency twice",
    "file.trip.formerCurrencies.1.currency",
    "This currency is listed twice.",
    () => ({ trip: { ...fileOf(1).trip, formerCurrencies: [...former, eur] } }),
  ],
  [
    "a bill that names too many",
    "file.expenses.0.money.split.items",
    "The items of a bill may have 1000 names in all, and these have 1002.",
    (me) => ({
      members: [me, ...friends].map((id, n) => ({ id, name: `P${n}`, role: "editor", leftAt: null })),
      expenses: [expense(me, { money: longBill(me) })],
    }),
  ],
  [
    "others' private expenses",
    "file.expenses.0.isPrivate",
    "Whoever exported the file is not in this private entry.",
    (_me, other) => ({ expenses: [expense(other, { isPrivate: true })] }),
  ],
  [
    "a settlement with oneself",
    "file.settlements.0.to",
    "Choose two different people.",
    (me) => ({
      settlements: [
        {
          id: uuidv7(),
          from: me,
          to: me,
          amount: 1,
          currency: "JPY",
          rate: null,
          paidOn: "2026-11-14",
          note: null,
          isPrivate: false,
          createdBy: null,
        },
      ],
    }),
  ],
])("%s is refused with its place", async (_, path, message, broken) => {
  const file = fileOf(2);
  const [me = "", other = ""] = file.members.map(({ id }) => id);
  expectInvalidFile(await sendTrip(await newPerson(), { ...file, ...broken(me, other) }), [path, message]);
});

async function written(trip: TripDto, people: string[] | null, row: FileExpense): Promise<void> {
  const { id, isPrivate: _, ...rest } = row;
  const fields = JSON.stringify({ ...rest, deletedAt: null });
  await insertExpense(freshDatabase(), { tripId: trip.id, id, expense: fields, people, at: new Date() });
}

test("a file has the private entries of whoever exports it, and no trace of others'", async () => {
  const { owner, editor, tripId } = await newTripFixture();
  const trip = await readTrip(owner, tripId);
  const idOf = ({ userId }: Person) => trip.members.find((member) => member.userId === userId)?.id ?? "";
  const [mine, theirs] = [idOf(owner), idOf(editor)];
  const gift = expense(theirs, { title: "Ring" });
  await written(trip, [mine], expense(mine, { title: "Diary" }));
  await written(trip, [theirs], gift);
  await written(trip, null, expense(mine));
  await newComment(editor, tripId, { target: { kind: "expense", id: gift.id }, body: "She must not know" });
  const dinner = expense(mine, { title: "Soba" });
  await written(trip, null, dinner);
  const target = { kind: "expense" as const, id: dinner.id };
  await newComment(editor, tripId, { target, body: "Cheap!" });
  await newAttachment(editor, tripId, { target, name: "soba.pdf" });
  await newAttachment(editor, tripId, { target: { kind: "expense", id: gift.id }, name: "ring.pdf" });
  const settlement = {
    from: mine,
    to: theirs,
    amount: 5,
    currency: "JPY",
    rate: null,
    paidOn: "2026-11-14",
    note: "for it",
    private: true,
    createdBy: null,
    deletedAt: null,
  };
  const ids = { tripId, id: uuidv7(), at: new Date() };
  await insertSettlement(freshDatabase(), { ...ids, settlement: JSON.stringify(settlement) });
  const file = await exported(owner, tripId);
  expect(new Map(file.expenses.map(({ title, isPrivate }) => [title, isPrivate]))).toEqual(
    new Map([
      ["Soba", false],
      ["Diary", true],
      ["Dinner", false],
    ]),
  );
  expect(file.settlements).toMatchObject([{ isPrivate: true, note: "for it" }]);
  expect(file.comments).toMatchObject([{ body: "Cheap!", target }]);
  expect(file.attachments).toMatchObject([{ name: "soba.pdf", target }]);
  const copy = await sendTrip(owner, file);
  expect(copy.body).toMatchObject({ expenseCount: 3, settlements: [{ note: "for it" }] });
  expect(copy.text).toContain('"commentCount":1');
});
