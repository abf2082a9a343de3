import fc from "fast-check";
import { expect, test } from "vitest";
import { debtIn, exactSettlementRate } from "#app/trips/[tripId]/_money/settle-form.ts";
import { convertToTripCurrency } from "#lib/shared/balances.ts";
import { MAX_AMOUNT, type MoneyValue } from "#lib/shared/money.ts";
import { crossRate, isRateValue, type Rate } from "#lib/shared/rates.ts";

const dollar: Rate = { to: "VND", value: "26300", source: "snapshot", date: "2026-11-15" };
const settled = (debt: MoneyValue, paid: MoneyValue, found: Rate) =>
  convertToTripCurrency(
    { currency: debt.currency, formerCurrencies: [] },
    { ...paid, rate: exactSettlementRate(debt, paid, found) },
  );

test("a whole debt that is paid in a coarser currency leaves nothing of it, by a rate that leads back", () => {
  const debt = { amount: 1_234_567, currency: "VND" };
  const paid = { amount: 4694, currency: "USD" };
  expect(debtIn(debt, "USD", dollar)).toBe(paid.amount);
  expect(exactSettlementRate(debt, paid, dollar)).toEqual({ ...dollar, value: "26300.96", source: "typed" });
  expect(settled(debt, paid, dollar)).toBe(debt.amount);
  // The looked-up rate is kept if it gives the same amount.
  expect(
    exactSettlementRate({ amount: 26_300, currency: "VND" }, { amount: 100, currency: "USD" }, dollar),
  ).toBe(dollar);
  // An amount below one cent gives no settlement.
  expect(exactSettlementRate({ amount: 45, currency: "VND" }, { amount: 0, currency: "USD" }, dollar)).toBe(
    dollar,
  );
});

test("nothing stays open of any whole debt, whatever it is paid in", () => {
  const currency = fc.constantFrom("VND", "JPY", "EUR", "USD", "KWD", "BHD", "CLF");
  const units = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: MAX_AMOUNT }));
  const part = fc.integer({ min: 1, max: 9_999_999 }).map(String);
  fc.assert(
    fc.property(units, fc.uniqueArray(currency, { minLength: 2, maxLength: 2 }), part, part, (...all) => {
      const [amount, [own = "", other = ""], one, two] = all;
      const found: Rate = { ...dollar, to: own, value: crossRate(one, two) };
      const owed = debtIn({ amount, currency: own }, other, found) ?? 0;
      fc.pre(owed > 0 && owed <= MAX_AMOUNT);
      const [debt, paid] = [
        { amount, currency: own },
        { amount: owed, currency: other },
      ];
      expect(isRateValue(exactSettlementRate(debt, paid, found)?.value ?? "")).toBe(true);
      expect(settled(debt, paid, found)).toBe(amount);
    }),
  );
});
