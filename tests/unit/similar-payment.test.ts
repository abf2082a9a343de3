import { expect, test } from "vitest";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { findSimilar } from "#lib/shared/similar-payment.ts";

const PAYMENT = { from: "a", to: "b", amount: 1500, currency: "EUR", paidOn: "2026-05-12" };

function recorded(of: Partial<SettlementDto> = {}): SettlementDto {
  const row = { note: null, private: false, rate: null, deletedAt: null, version: 1 };
  const times = { createdAt: "2026-05-12T10:00:00.000Z", updatedAt: "2026-05-12T10:00:00.000Z" };
  return { id: "s", ...PAYMENT, ...row, ...times, createdBy: "b", ...of };
}

test.each([
  ["by another on that day", {}, true],
  ["three days before", { paidOn: "2026-05-09" }, true],
  ["three days after", { paidOn: "2026-05-15" }, true],
  ["four days after", { paidOn: "2026-05-16" }, false],
  ["by nobody any more", { createdBy: null }, true],
  ["by oneself", { createdBy: "a" }, false],
  ["the other way round", { from: "b", to: "a" }, false],
  ["with another sum", { amount: 1501 }, false],
  ["in another currency", { currency: "USD" }, false],
] as const)("a payment recorded %s", (_, of, isSimilar) => {
  const row = recorded(of);
  expect(findSimilar(PAYMENT, [row], "a")).toBe(isSimilar ? row : null);
});

test("of several it is the one of the nearest day", () => {
  const near = recorded({ id: "near", paidOn: "2026-05-13" });
  expect(findSimilar(PAYMENT, [recorded({ paidOn: "2026-05-10" }), near], "a")).toBe(near);
});
