import { currencyExponent, MAX_AMOUNT } from "#lib/shared/money.ts";
import { normalizeDigits, normalizeAmountText, readCost } from "./cost-text.ts";
import { currencyOf } from "./currency-signs.ts";

/** The maximum length of a text that is parsed. */
export const MAX_TYPED = 80;

export type SumProblem =
  /** The text is no amount, or it has more decimals than its currency allows. */
  | "noSum"
  /** The number is ambiguous: "1.234" may mean 1,234 or a little more than 1. */
  | "ambiguous"
  /** The text ends where a number must follow, or leaves a bracket open. */
  | "unfinished"
  | "byZero"
  /** The result is negative; a refund is marked by a switch of the form instead. */
  | "belowZero"
  | "tooLarge"
  | "whichCurrency";

export type SumReading =
  | { kind: "empty" }
  | {
      kind: "sum";
      /** The amount in minor units, at least 0. */
      amount: number;
      currency: string;
      /** Whether more than one number was typed, so that the result is shown. */
      isCalculated: boolean;
      isRounded: boolean;
    }
  | { kind: "wrong"; problem: SumProblem };

/**
 * Parses the text of an amount field: "4620", "1 234,50 €", or a calculation such as "12.50+3*4" and "(4620-300)/2".
 * The calculation is exact; only its result is rounded to the currency's minor unit, halves up.
 * @param currency the currency of numbers without a currency sign
 */
export function readSum(text: string, currency: string): SumReading {
  const plain = normalizeCalculation(text);
  if (plain === "") return { kind: "empty" };
  if (plain.length > MAX_TYPED || /\p{No}/u.test(text)) return wrong("noSum");
  const tokens = tokensOf(plain);
  if (tokens === null) return wrong("noSum");
  return tokens.some(({ kind }) => kind === "sign")
    ? readCalculation(tokens, currency)
    : readOne(plain, currency);
}

/**
 * Normalizes digits and operators. A Chinese full stop between digits becomes a decimal point, and a trailing "=" is
 * dropped.
 */
export function normalizeCalculation(text: string): string {
  return normalizeAmountText(text)
    .replaceAll(/[−–—]/g, "-")
    .replaceAll(/(\d)。(?=\d)/g, "$1.")
    .replace(/([\d)])\s*=$/, "$1");
}

function readOne(plain: string, currency: string): SumReading {
  const reading = readCost(plain, currency);
  if (reading.kind === "cost") return { kind: "sum", ...reading.cost, isCalculated: false, isRounded: false };
  if (reading.kind === "whichCurrency") return wrong("whichCurrency");
  const figures = /\d(?:[\d.,' ]*\d)?/.exec(plain)?.[0] ?? "";
  const exponent = currencyExponent(currency);
  if (isAmbiguous(figures, exponent)) return wrong("ambiguous");
  const isTooLarge = Number(normalizeDigits(figures, exponent) ?? 0) * 10 ** exponent > MAX_AMOUNT;
  return wrong(isTooLarge ? "tooLarge" : "noSum");
}

type Token = { kind: "number" | "unit"; text: string } | { kind: "sign"; text: Sign };
type Sign = "+" | "-" | "*" | "/" | "(" | ")";

const SIGNS: Record<string, Sign> = {
  "+": "+",
  "-": "-",
  "*": "*",
  "×": "*",
  "·": "*",
  "/": "/",
  "÷": "/",
  "(": "(",
  ")": ")",
};
const TOKEN = /\s*(?:(\d(?:[\d.,' ]*\d)?[.,]?)|([-+*/×·÷()])|(x)(?=\s*[\d(])|([^\d\s()+*/×·÷:-]+))/iy;

/** Splits the text into numbers, operators and currencies; null if it contains anything else. */
function tokensOf(plain: string): Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < plain.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(plain);
    if (!match) return null;
    const [, number, sign, cross, unit] = match;
    const last = tokens.at(-1);
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: SIGNS[sign] ?? "+" });
    else if (cross !== undefined && last?.kind === "number") tokens.push({ kind: "sign", text: "*" });
    else tokens.push({ kind: "unit", text: unit ?? cross ?? "" });
    at = TOKEN.lastIndex;
  }
  return tokens;
}

function readCalculation(tokens: readonly Token[], currency: string): SumReading {
  const units = new Set(tokens.flatMap((token) => (token.kind === "unit" ? token.text : [])));
  const [unit = ""] = units;
  if (units.size > 1) return wrong("whichCurrency");
  const found = currencyOf(unit, "", currency);
  if (found.code === null) return wrong(/[\p{L}\p{Sc}]/u.test(unit) ? "whichCurrency" : "noSum");
  const exponent = currencyExponent(found.code);
  const result = evaluate(
    tokens.filter(({ kind }) => kind !== "unit"),
    exponent,
  );
  if (typeof result === "string") return wrong(result);
  return roundedSum(result, found.code, exponent);
}

function roundedSum({ over, under }: Fraction, currency: string, exponent: number): SumReading {
  if (over < 0n) return wrong("belowZero");
  const minor = over * 10n ** BigInt(exponent);
  const amount = (minor * 2n + under) / (under * 2n);
  if (amount > BigInt(MAX_AMOUNT)) return wrong("tooLarge");
  const isRounded = minor % under !== 0n;
  return { kind: "sum", amount: Number(amount), currency, isCalculated: true, isRounded };
}

/** A fraction, with which the calculation is exact; its denominator `under` is positive. */
interface Fraction {
  over: bigint;
  under: bigint;
}

class Unreadable extends Error {
  readonly problem: SumProblem;
  constructor(problem: SumProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Evaluates the tokens with the usual precedence: multiplication before addition, left to right. */
function evaluate(tokens: readonly Token[], exponent: number): Fraction | SumProblem {
  try {
    const reader = { tokens, at: 0, exponent };
    const result = sumOf(reader);
    return reader.at === tokens.length ? result : "noSum";
  } catch (error) {
    if (error instanceof Unreadable) return error.problem;
    throw error;
  }
}

interface Reader {
  tokens: readonly Token[];
  at: number;
  exponent: number;
}

function takeSign(reader: Reader, ...signs: Sign[]): Sign | null {
  const token = reader.tokens[reader.at];
  if (token?.kind !== "sign" || !signs.includes(token.text)) return null;
  reader.at += 1;
  return token.text;
}

function sumOf(reader: Reader): Fraction {
  let sum = productOf(reader);
  for (;;) {
    const sign = takeSign(reader, "+", "-");
    if (sign === null) return sum;
    const next = productOf(reader);
    const over = next.over * sum.under * (sign === "-" ? -1n : 1n);
    sum = { over: sum.over * next.under + over, under: sum.under * next.under };
  }
}

function productOf(reader: Reader): Fraction {
  let product = factorOf(reader);
  for (;;) {
    const sign = takeSign(reader, "*", "/");
    if (sign === null) return product;
    product = times(product, sign === "*" ? factorOf(reader, true) : inverse(factorOf(reader, true)));
  }
}

function times(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under };
}

function inverse({ over, under }: Fraction): Fraction {
  if (over === 0n) throw new Unreadable("byZero");
  return over < 0n ? { over: -under, under: -over } : { over: under, under: over };
}

/**
 * Reads one factor of a product.
 * @param isTimes whether the factor follows "*" or "/". Such a factor is often a rate, so "45*1.789" has a decimal
 * point. "2*1.250" is ambiguous: a rate is not written with a zero at its end, and a price in thousands mostly is
 */
function factorOf(reader: Reader, isTimes = false): Fraction {
  if (takeSign(reader, "-")) return times({ over: -1n, under: 1n }, factorOf(reader, isTimes));
  if (takeSign(reader, "(")) {
    const inside = sumOf(reader);
    if (!takeSign(reader, ")"))
      throw new Unreadable(reader.at === reader.tokens.length ? "unfinished" : "noSum");
    return inside;
  }
  const token = reader.tokens[reader.at];
  if (!token) throw new Unreadable("unfinished");
  if (token.kind !== "number") throw new Unreadable("noSum");
  reader.at += 1;
  const figures = token.text.replace(/[.,]$/, "");
  const isFraction = isTimes && !figures.includes(",") && !figures.endsWith("0");
  if (!isFraction && isAmbiguous(figures, reader.exponent)) throw new Unreadable("ambiguous");
  return numberOf(figures, reader.exponent);
}

function numberOf(figures: string, exponent: number): Fraction {
  const plain = normalizeDigits(figures, exponent);
  if (plain === null) throw new Unreadable("noSum");
  const [whole = "0", fraction = ""] = plain.split(".");
  return { over: BigInt(`${whole}${fraction}`), under: 10n ** BigInt(fraction.length) };
}

/**
 * Whether a number with three digits after its only separator can be read in two ways, as thousands or as a fraction.
 * For currencies with three decimals this holds for a comma, for others for a point; a comma is read as thousands.
 */
function isAmbiguous(figures: string, exponent: number): boolean {
  const [, mark] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(figures) ?? [];
  return exponent >= 3 ? mark === "," : mark === ".";
}

function wrong(problem: SumProblem): SumReading {
  return { kind: "wrong", problem };
}
