import { isShareCount, HUNDRED_PERCENT } from "#lib/shared/expense-rules.ts";
import { fromThousandths, type Split, type SplitItem, type SplitPart } from "#lib/shared/expense-shares.ts";
import { normalizeAmountText } from "../../_model/money/cost-text.ts";
import { cleanText } from "../../_base/text/typed-text.ts";
import { readSum } from "../../_model/money/calculator.ts";
import type { ExpenseForm, ItemForm, SplitForm, TextByMember } from "./expense-form.ts";
import type { FormProblem } from "./form-problems.ts";

/**
 * Reads "2", "1.5", "1,5", "1/2" or "1½"; null if it is no number or has more than three decimals. An empty text is
 * 0.
 */
export function readShares(text: string): number | null {
  // Inserts a space, because the normalization would turn "1½" into "11/2".
  const plain = normalizeAmountText(text.replaceAll(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign}`)).replace("⁄", "/");
  if (plain === "") return 0;
  const thousandths = thousandthsIn(plain);
  const value = thousandths === null ? null : fromThousandths(thousandths);
  return value === 0 || (value !== null && isShareCount(value)) ? value : null;
}

/** Returns the number in thousandths; null if the text is no number or its thousandths are not whole. */
function thousandthsIn(plain: string): number | null {
  const [, digits, decimals = ""] = /^(\d{0,5})(?:[.,](\d{1,3}))?$/.exec(plain) ?? [];
  if (digits !== undefined) return Number(digits) * 1000 + Number(decimals.padEnd(3, "0"));
  const [, whole = "0", over = "", under = ""] = /^(?:(\d{1,5}) )?(\d{1,5})\/(\d{1,5})$/.exec(plain) ?? [];
  if (Number(under) === 0 || (Number(over) * 1000) % Number(under) !== 0) return null;
  return Number(whole) * 1000 + (Number(over) * 1000) / Number(under);
}

/** Reads "33.34", "33,34" or "50 %" as hundredths of a percent; null if it is no such number. */
export function readPercent(text: string): number | null {
  const plain = normalizeAmountText(text).replace(/\s?%$/, "");
  if (plain === "") return 0;
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(plain) ?? [];
  if (whole === "") return null;
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return value <= HUNDRED_PERCENT ? value : null;
}

/**
 * Reads an amount within an expense in the expense's currency; null if it is invalid or names another currency. An
 * empty text is 0.
 */
export function readPartAmount(text: string, currency: string): number | null {
  const reading = readSum(text, currency);
  if (reading.kind === "empty") return 0;
  return reading.kind === "sum" && reading.currency === currency ? reading.amount : null;
}

/** Reads the amount of an item; a leading minus makes it a deduction. */
export function readItemAmount(text: string, currency: string): number | null {
  const [, minus = "", size = ""] = /^\s*([-−–—－]?)(.*)$/s.exec(text) ?? [];
  if (minus !== "" && normalizeAmountText(size) === "") return null;
  const amount = readPartAmount(size, currency);
  return amount === null || amount === 0 || minus === "" ? amount : -amount;
}

interface SplitReading {
  /** The split as far as it could be parsed, in absolute amounts. */
  split: Split;
  problems: FormProblem[];
}

/** Parses the split. Members whose value is empty or 0 are left out of it. */
export function readSplit({ split, currency }: ExpenseForm, members: readonly string[]): SplitReading {
  switch (split.mode) {
    case "equal":
      return unvalued(
        split,
        inOrder(split.people, members).map((memberId) => ({ memberId })),
      );
    case "shares":
      return valued(split, members, { texts: sharesOf(split), read: readShares });
    case "percent":
      return valued(split, members, { texts: split.percents, read: readPercent });
    case "exact":
      return valued(split, members, { texts: split.exact, read: (text) => readPartAmount(text, currency) });
    case "items":
      return readItems(split, currency, members);
    default:
      return split.mode satisfies never;
  }
}

/** Returns the typed shares; until any are typed, each chosen member has 1. */
export function sharesOf({ shares, people }: SplitForm): TextByMember {
  return Object.keys(shares).length > 0 ? shares : Object.fromEntries(people.map((id) => [id, "1"]));
}

function unvalued({ mode }: SplitForm, parts: SplitPart[]): SplitReading {
  return { split: { mode, parts }, problems: [] };
}

type Values = { texts: TextByMember; read: (text: string) => number | null };

function valued(form: SplitForm, members: readonly string[], { texts, read }: Values): SplitReading {
  const parts: SplitPart[] = [];
  const problems: FormProblem[] = [];
  for (const memberId of inOrder(Object.keys(texts), members)) {
    const value = read(texts[memberId] ?? "");
    if (value === null) problems.push({ field: `part.${memberId}`, kind: VALUE_PROBLEMS[form.mode] });
    else if (value > 0) parts.push({ memberId, value });
  }
  return { ...unvalued(form, parts), problems };
}

const VALUE_PROBLEMS = {
  equal: "noSum",
  shares: "noShares",
  percent: "noPercent",
  exact: "noSum",
  items: "noSum",
} as const;

/** Sorts ids into the trip's order of members, so that equal choices give equal splits. */
function inOrder(ids: readonly string[], members: readonly string[]): string[] {
  const known = new Set(ids);
  return members.filter((id) => known.has(id));
}

function readItems(form: SplitForm, currency: string, members: readonly string[]): SplitReading {
  const problems: FormProblem[] = [];
  const items: SplitItem[] = [];
  for (const item of form.items.filter((each) => !isBlank(each))) {
    const amount = item.amount.trim() === "" ? null : readItemAmount(item.amount, currency);
    const name = cleanText(item.name, { oneLine: true });
    const memberIds = inOrder(item.people, members);
    if (amount === null) {
      const kind = item.amount.trim() === "" ? "itemAmount" : "noSum";
      problems.push({ field: `item.${item.key}`, kind });
    } else if (memberIds.length === 0) problems.push({ field: `item.${item.key}`, kind: "itemPeople" });
    else if (name === "") problems.push({ field: `item.${item.key}`, kind: "itemName" });
    if (amount !== null && memberIds.length > 0) items.push({ name, amount, memberIds });
  }
  const beside: Partial<Record<BillExtra, number>> = {};
  for (const key of BESIDE) {
    const amount = readPartAmount(form[key], currency);
    if (amount === null) problems.push({ field: key, kind: "noSum" });
    else if (amount > 0) beside[key] = amount;
  }
  return { split: { mode: "items", parts: [], items, ...beside }, problems };
}

const BESIDE = ["tax", "tip", "discount"] as const;
export type BillExtra = (typeof BESIDE)[number];

/** Whether the form's row for an item is empty; an empty row is no part of the bill. */
function isBlank({ name, amount }: ItemForm): boolean {
  return name.trim() === "" && amount.trim() === "";
}

/** Returns the total of a bill: items plus tax and tip, minus the discount. */
export function billTotal({ items = [], tax = 0, tip = 0, discount = 0 }: Split): number {
  return items.reduce((sum, { amount }) => sum + amount, 0) + tax + tip - discount;
}
