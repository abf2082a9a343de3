import fc from "fast-check";
import { expect, test } from "vitest";
import { mergedMoney } from "#lib/server/guests/merged-money.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import { type ExpenseMoney, paidPortions, sharesOf } from "#lib/shared/expense-shares.ts";
import { copiedRounding } from "#lib/shared/rounding.ts";
import { moneyAmong } from "#tests/helpers/random-ledger.ts";

const MEMBERS = 5;
const member = (n: number) => `member-0${n}`;

/** An expense, and for each of its original members the id of the member who they have become. */
interface State {
  id: string;
  money: ExpenseMoney;
  now: Map<string, string>;
}

type Step = { kind: "copy"; salt: number } | { kind: "merge"; from: number; to: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("copy" as const), salt: fc.nat() }),
    fc.record({ kind: fc.constant("merge" as const), from: fc.nat(MEMBERS - 1), to: fc.nat(MEMBERS - 1) }),
  ),
  { minLength: 1, maxLength: 5 },
);

/** Returns the state after an export and import, in which every id is replaced. */
function copied({ id, money, now }: State, salt: number): State {
  const renamed = (memberId: string) => `${salt}-${memberId}`;
  const rounding = copiedRounding(id, money, { people: membersOf(money), renamed });
  const who = <T extends { memberId: string }>(row: T) => ({ ...row, memberId: renamed(row.memberId) });
  const { payers, split } = money;
  const items = split.items?.map((item) => ({ ...item, memberIds: item.memberIds.map(renamed) }));
  const next = { ...split, parts: split.parts.map(who), ...(items && { items }) };
  return {
    id: `${salt}-${id}`,
    money: { ...money, payers: payers.map(who), split: next, ...(rounding && { rounding }) },
    now: new Map([...now].map(([first, memberId]) => [first, renamed(memberId)])),
  };
}

function merged({ id, money, now }: State, step: Step & { kind: "merge" }): State {
  const [from, to] = [now.get(member(step.from)) ?? "", now.get(member(step.to)) ?? ""];
  if (from === to) return { id, money, now };
  return {
    id,
    money: mergedMoney(id, JSON.parse(JSON.stringify(money)), { from, to }),
    now: new Map([...now].map(([first, memberId]) => [first, memberId === from ? to : memberId])),
  };
}

/** Returns the sums by the members' present ids, without sums of 0. */
function sums(entries: Iterable<readonly [string, number]>, now?: ReadonlyMap<string, string>): object {
  const all = new Map<string, number>();
  for (const [memberId, amount] of entries) {
    const key = now?.get(memberId) ?? memberId;
    all.set(key, (all.get(key) ?? 0) + amount);
  }
  return Object.fromEntries([...all].filter(([, amount]) => amount !== 0));
}

function paid(id: string, money: ExpenseMoney, amount: number): [string, number][] {
  return paidPortions(id, money, amount).map(({ key, units }) => [key, units]);
}

test("copies of copies and people who turn out to be one move no unit, in any currency", () => {
  fc.assert(
    fc.property(
      moneyAmong(MEMBERS),
      steps,
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 3, maxLength: 3 }),
      (money, all, sizes) => {
        const first: State = { id: "e", money, now: new Map() };
        for (let n = 0; n < MEMBERS; n++) first.now.set(member(n), member(n));
        const last = all.reduce<State>(
          (state, step) => (step.kind === "copy" ? copied(state, step.salt) : merged(state, step)),
          first,
        );
        for (const amount of [money.amount, ...sizes.map((size) => Math.sign(money.amount) * size)]) {
          const was = sums(sharesOf(first.id, money, amount), last.now);
          expect(sums(sharesOf(last.id, last.money, amount))).toEqual(was);
          const gave = sums(paid(first.id, money, amount), last.now);
          expect(sums(paid(last.id, last.money, amount))).toEqual(gave);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("whom two others make one, with parts of their own in an equal split, moves no unit when two more do", () => {
  const [ann, bob, cat, dan, eve] = [0, 1, 2, 3, 4].map(member) as [string, string, string, string, string];
  const payers = [ann, dan].map((memberId) => ({ memberId, amount: 50 }));
  const parts = [bob, cat, eve].map((memberId) => ({ memberId }));
  const money: ExpenseMoney = { amount: 100, currency: "JPY", payers, split: { mode: "equal", parts } };
  // Ann is the only payer and has no share; Eve has a share and paid nothing. They are merged.
  const once = mergedMoney("e", JSON.parse(JSON.stringify(money)), { from: eve, to: ann });
  const twice = mergedMoney("e", once, { from: cat, to: bob });
  const now = new Map([
    [cat, bob],
    [eve, ann],
  ]);
  for (let amount = 100; amount < 130; amount++)
    expect(sums(sharesOf("e", twice, amount))).toEqual(sums(sharesOf("e", money, amount), now));
});

test("parts below 0, of a bill by items that is split otherwise by now, count for nothing", () => {
  const [ann, bob] = [member(0), member(1)];
  const borne = [5, -1, -1, -1, -1].map((weight, n) => ({ key: member(2 + n), paid: 0, borne: weight }));
  const payers = [{ memberId: ann, amount: 101 }];
  const parts = [ann, bob].map((memberId) => ({ memberId }));
  const split = { mode: "equal" as const, parts };
  const money: ExpenseMoney = { amount: 101, currency: "JPY", payers, split };
  const rounded = { ...money, rounding: { merged: { [bob]: borne } } };
  expect(sharesOf("e", rounded)).toEqual(sharesOf("e", money));
});

function uuid(kind: string, n: number): string {
  return `0199b6a0-7c00-7000-${kind}-${String(n).padStart(12, "0")}`;
}

function inCopy(memberId: string): string {
  return memberId.replace("-8000-", "-9000-");
}

test("a copy that stores former ids as the service does, without hyphens, moves no unit", () => {
  const people = [1, 2, 3].map((n) => uuid("8000", n));
  const parts = people.map((memberId) => ({ memberId }));
  const payers = people.map((memberId) => ({ memberId, amount: 100 }));
  const money: ExpenseMoney = { amount: 300, currency: "JPY", payers, split: { mode: "equal", parts } };
  for (let n = 0; n < 30; n++) {
    const id = uuid("8001", n);
    const rounding = copiedRounding(id, money, { people, renamed: inCopy });
    expect(JSON.stringify(rounding)).not.toContain("-8000-");
    const who = <T extends { memberId: string }>(row: T) => ({ ...row, memberId: inCopy(row.memberId) });
    const split = { mode: "equal" as const, parts: parts.map(who) };
    const copy: ExpenseMoney = { ...money, payers: payers.map(who), split, ...(rounding && { rounding }) };
    for (const amount of [100, 101]) {
      const was = [...sharesOf(id, money, amount)].map(([key, units]) => [inCopy(key), units]);
      expect([...sharesOf(uuid("9001", n), copy, amount)]).toEqual(was);
    }
  }
});
