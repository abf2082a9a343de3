import { describe, expect, test } from "vitest";
import { BEFORE_TRIP, foldDaysBeforeTrip, shownTotal } from "#app/trips/[tripId]/_money/money-days.ts";
import { cacheText, searchDays } from "#app/trips/[tripId]/_money/money-search.ts";
import {
  oldestUntouchedExpense,
  mergeExpenses,
  moneyDays,
  type ChangeWithSeq,
  UNCONFIRMED,
} from "#lib/client/money/expense-list.ts";
import { expense, JPY_TRIP, settlementRow } from "#tests/helpers/money-rows.ts";

function ids(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

function since(change: ChangeWithSeq["change"], seq = 9): ChangeWithSeq {
  return { seq, change };
}

describe("the list", () => {
  test("pages, what happened since, and what is live are one list, each row once and newest", () => {
    const [old, gone, moved] = [
      expense({ spentOn: "2026-09-01" }),
      expense({ spentOn: "2026-09-02" }),
      expense({ spentOn: "2026-09-03" }),
    ];
    const newer = { ...moved, version: 3, title: "Newer" };
    const fresh = expense({ spentOn: "2026-11-15" });
    const merged = mergeExpenses(
      [
        { items: [fresh], seq: 5 },
        { items: [newer, gone, old], seq: 8 },
      ],
      [
        since({ op: "expense.updated", entity: { ...moved, version: 2, title: "Older" } }),
        since({ op: "expense.deleted", entity: { id: gone.id } }),
        since({ op: "expense.updated", entity: { ...old, version: 2, spentOn: "2026-11-20" } }),
      ],
      [fresh],
    );
    expect(ids(merged)).toEqual([old.id, fresh.id, moved.id]);
    expect(merged[2]?.title).toBe("Newer");
    const back = mergeExpenses(
      [{ items: [], seq: 5 }],
      [
        since({ op: "expense.withdrawn", entity: { id: old.id } }),
        since({ op: "expense.shared", entity: { ...old, attachments: [] } }),
      ],
      [],
    );
    expect(ids(back)).toEqual([old.id]);
    const deleted = { ...old, deletedAt: old.updatedAt, attachments: [] };
    expect(mergeExpenses([], [since({ op: "expense.shared", entity: deleted })], [])).toEqual([]);
  });

  test("comments that came after the page of an older one count for it", () => {
    const old = expense({ commentCount: 2 });
    const comment = (op: "comment.created" | "comment.deleted", seq: number) =>
      since(
        { op, entity: { id: `c${seq}`, target: { kind: "expense", id: old.id } } } as ChangeWithSeq["change"],
        seq,
      );
    const changes = [
      comment("comment.created", 8),
      comment("comment.created", 9),
      comment("comment.created", UNCONFIRMED),
      comment("comment.deleted", 10),
    ];
    const [merged] = mergeExpenses([{ items: [old], seq: 8 }], changes, []);
    expect(merged?.commentCount).toBe(3);
  });

  test("rows that came from elsewhere say nothing about where the list ends", () => {
    const [near, last, put] = [
      expense(),
      expense({ spentOn: "2026-10-01" }),
      expense({ spentOn: "2026-01-01" }),
    ];
    expect(oldestUntouchedExpense([near, last, put], new Set([put.id]))).toBe(last);
    expect(oldestUntouchedExpense([put], new Set([put.id]))).toBeNull();
    const days = moneyDays(JPY_TRIP, [near, last, put], [], last);
    expect(days.map(({ date, total }) => [date, total])).toEqual([
      ["2026-11-14", 900],
      ["2026-10-01", null],
    ]);
  });
});

describe("its days", () => {
  test("a day with an amount whose rate is not known has no sum", () => {
    const [day] = moneyDays(JPY_TRIP, [expense({ currency: "EUR" }), expense()], [], null);
    expect(day?.total).toBeNull();
  });

  test("days have their sums; those of which not all is known have none, and settlements are no spending", () => {
    const rows = [
      expense({ spentOn: "2026-11-15", amount: 300 }),
      expense({ spentOn: "2026-11-15", amount: -100 }),
      expense({ spentOn: "2026-11-12" }),
    ];
    const settlements = [settlementRow({ paidOn: "2026-11-15" }), settlementRow({ paidOn: "2026-11-01" })];
    const days = moneyDays(JPY_TRIP, rows, settlements, null);
    expect(days.map(({ date, total }) => [date, total])).toEqual([
      ["2026-11-15", 200],
      ["2026-11-12", 900],
      ["2026-11-01", 0],
    ]);
    const open = moneyDays(JPY_TRIP, rows, settlements, rows[2] ?? null);
    expect(open.map(({ date, total }) => [date, total])).toEqual([
      ["2026-11-15", 200],
      ["2026-11-12", null],
    ]);
    const folded = foldDaysBeforeTrip(days, "2026-11-14");
    expect(folded.map(({ date, total }) => [date, total])).toEqual([
      ["2026-11-15", 200],
      [BEFORE_TRIP, 900],
    ]);
    expect(foldDaysBeforeTrip(days, null)).toEqual(days);
  });

  test("a day on which somebody only paid somebody back shows no sum, and one that comes to nothing shows that", () => {
    const rows = [
      expense({ spentOn: "2026-11-15" }),
      expense({ spentOn: "2026-11-15", amount: -900 }),
      expense({ spentOn: "2026-11-09" }),
    ];
    const settlements = [settlementRow({ paidOn: "2026-11-13" }), settlementRow({ paidOn: "2026-11-10" })];
    const shown = (startDate: string | null) =>
      foldDaysBeforeTrip(moneyDays(JPY_TRIP, rows, settlements, null), startDate).map((day) => [
        day.date,
        shownTotal(day),
      ]);
    expect(shown("2026-11-12")).toEqual([
      ["2026-11-15", 0],
      ["2026-11-13", null],
      [BEFORE_TRIP, 900],
    ]);
    expect(shown(null)).toContainEqual(["2026-11-10", null]);
  });

  test("a search takes every word, without case and accents", () => {
    const days = moneyDays(JPY_TRIP, [expense({ title: "Lángos" }), expense({ title: "Tea" })], [], null);
    let told = 0;
    const textOf = cacheText((each) => {
      told += 1;
      return each.kind === "expense" ? `${each.expense.title} Food` : "";
    });
    expect(searchDays(days, " langos FOOD ", textOf).flatMap(({ rows }) => rows)).toHaveLength(1);
    expect(searchDays(days, "langos tea", textOf)).toEqual([]);
    expect(told, "once for each row").toBe(2);
    expect(searchDays(days, "  ", textOf)).toEqual(days);
  });
});
