import { currencyExponent, MAX_AMOUNT } from "#lib/shared/money.ts";

/**
 * Reads `-1,234.50`, `1.234,50` or `12,5` as minor units: a mark that stands once, behind others or before no more digits
 * than the currency has, is its point; marks before groups of three are none. What could be both (`1.234` of EUR) is
 * neither. Zeros beyond the currency's digits are let pass.
 * @returns null for what is no amount
 */
export function readDecimal(text: string, currency: string): number | null {
  const match = /^([-−+]?)\s*(\d[\d.,\s'’]*)$/.exec(text.trim());
  if (!match) return null;
  const exponent = currencyExponent(currency);
  const parts = parted((match[2] ?? "").replaceAll(/[\s'’]/g, ""), exponent);
  if (!parts) return null;
  const [whole, fraction] = parts;
  const beyond = fraction.slice(exponent);
  if (/[^0]/.test(beyond)) return null;
  const amount = Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, "0")}`);
  if (!(amount <= MAX_AMOUNT)) return null;
  return amount === 0 || match[1] === "" || match[1] === "+" ? amount : -amount;
}

function parted(figures: string, exponent: number): [whole: string, fraction: string] | null {
  const marks = figures.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return [figures, ""];
  const at = figures.lastIndexOf(last);
  const [before, behind] = [figures.slice(0, at), figures.slice(at + 1)];
  const isOnce = marks.filter((mark) => mark === last).length === 1;
  const isPoint = isOnce && (marks.length > 1 || behind.length <= exponent || !/^\d{3}$/.test(behind));
  const isBoth = isOnce && !isPoint && exponent > 0;
  const whole = isPoint ? before : figures;
  return isGrouped(whole) && !isBoth ? [whole.replaceAll(/[.,]/g, ""), isPoint ? behind : ""] : null;
}

function isGrouped(whole: string): boolean {
  return /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/.test(whole);
}
