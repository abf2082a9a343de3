import { currencyExponent, isCurrency, type MoneyValue, parseAmount } from "#lib/shared/money.ts";

/** The amount as one edits it: "3500", "12.50". */
export function amountText({ amount, currency }: MoneyValue): string {
  const exponent = currencyExponent(currency);
  if (amount % 10 ** exponent === 0) return String(amount / 10 ** exponent);
  return (amount / 10 ** exponent).toFixed(exponent);
}

/** Reads "3500", "12.50 EUR" or "USD 20"; without a code it is in `currency`. Null when it is no sum of money. */
export function parseCost(text: string, currency: string): MoneyValue | null {
  const code = /(?:^|[\s\d])([A-Za-z]{3})(?:$|[\s\d])/.exec(text)?.[1]?.toUpperCase();
  const unit = code && isCurrency(code) ? code : currency;
  const figures = text
    .replace(/[A-Za-z]{3}/, "")
    .replaceAll(/[¥￥€£$₩₹฿]/g, "")
    .trim();
  const amount = parseAmount(decimalPoint(figures), unit);
  return amount === null ? null : { amount, currency: unit };
}

/** "12,5" and "12,50" mean a fraction where the comma is followed by one or two digits and no point follows. */
function decimalPoint(text: string): string {
  return text.replace(/^(\d+),(\d{1,2})$/, "$1.$2");
}
