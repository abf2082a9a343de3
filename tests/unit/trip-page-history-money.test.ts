import { expect, test } from "vitest";
import { intlLocales } from "#app/_i18n/locales.ts";
import { currenciesIn } from "#app/trips/[tripId]/_model/money/currencies-in.ts";
import { groupEvents } from "#app/trips/[tripId]/_model/history/history-groups.ts";
import { phraseOf } from "#app/trips/[tripId]/_model/history/history-phrase.ts";
import { makeFormat } from "#app/trips/[tripId]/_model/money/money-format.ts";
import { history, historyNames, type EventInput } from "./history-events.ts";
import { historyRows } from "./history-rows.ts";

const member = { id: "m", userId: null, name: "Ben", role: "viewer" };

test.each<[string, EventInput[], string, string]>([
  [
    "who paid whom",
    [
      {
        op: "settlement.created",
        entity: { from: "Tom", to: "Ana", amount: 5000, currency: "JPY" },
      },
    ],
    "Jonas recorded that Tom paid Ana 5000 JPY",
    "Jonas记录了一笔结算：Tom付给Ana，5000 JPY",
  ],
  [
    "what an expense comes to, and the rate that follows it",
    [
      {
        op: "expense.updated",
        entityId: "Dinner",
        changes: {
          money: [
            { amount: 5400, currency: "JPY" },
            { amount: 30, currency: "EUR" },
          ],
          rate: [null, { value: "160" }],
        },
      },
    ],
    "Jonas changed amount of Dinner from 5400 JPY to 30 EUR",
    "Jonas将Dinner的amount从5400 JPY改为30 EUR",
  ],
  [
    "who shares an expense",
    [
      {
        op: "expense.updated",
        entityId: "Dinner",
        changes: {
          money: [
            { amount: 5400, currency: "JPY", payers: 1 },
            { amount: 5400, currency: "JPY", payers: 2 },
          ],
        },
      },
    ],
    "Jonas changed who pays for Dinner",
    "Jonas修改了Dinner的付款或分摊",
  ],
  [
    "a private expense that somebody comes into",
    [{ op: "expense.shared", entityId: "Gift", entity: { money: { amount: 7, currency: "EUR" } } }],
    "Jonas brought you into the private expense Gift: 7 EUR",
    "Jonas把你加入了私密支出Gift：7 EUR",
  ],
  [
    "another currency",
    [
      {
        op: "trip.updated",
        entity: { startDate: null, endDate: null },
        changes: { currency: ["JPY", "EUR"], formerCurrencies: [[], [{}]] },
      },
    ],
    "Jonas changed currency of trip from JPY to EUR",
    "Jonas将trip的currency从JPY改为EUR",
  ],
  [
    "a budget",
    [
      {
        op: "trip.updated",
        entity: { startDate: null, endDate: null, budget: { total: 300, currency: "EUR", limits: {} } },
        changes: { budget: [null, {}] },
      },
    ],
    "Jonas set the budget to 300 EUR",
    "Jonas把预算设为300 EUR",
  ],
  [
    "an import of expenses",
    [
      { op: "member.joined", groupId: "i", entityId: "Ben", entity: member },
      { op: "expense.created", groupId: "i", entityId: "a" },
      { op: "expense.created", groupId: "i", entityId: "b" },
      { op: "settlement.created", groupId: "i", entityId: "c" },
    ],
    "Jonas added 1 member+2 expense+1 settlement",
    "Jonas添加了1 member+2 expense+1 settlement",
  ],
])("%s", (_name, told, english, chinese) => {
  expect(historyRows("en", ...told)).toEqual([english]);
  expect(historyRows("zh", ...told)).toEqual([chinese]);
});

test("yen that become as many yuan are another amount, also where both are written alike", () => {
  const [yen, yuan] = ["JPY", "CNY"].map((currency) => ({ amount: 5000, currency }));
  const told: EventInput = { op: "expense.updated", entityId: "Dinner", changes: { money: [yen, yuan] } };
  const [group] = groupEvents(history(told));
  expect(group && phraseOf(group, { ...historyNames, money: () => "¥5,000" })).toMatchObject({
    key: "fieldChanged",
    values: { name: "Dinner", field: "amount" },
  });
});

test.each([intlLocales.en, intlLocales.zh])(
  "dollars of a history that its trip has none of: %s",
  (locale) => {
    const told = currenciesIn(
      history(
        { op: "expense.created", entity: { money: { amount: 1, currency: "USD" } } },
        { op: "settlement.updated", changes: { currency: ["CAD", "EUR"], note: ["CHF", "HKD"] } },
      ),
    );
    expect(told.toSorted()).toEqual(["CAD", "EUR", "USD"]);
    const { money } = makeFormat(locale, ["EUR", ...told]);
    expect(money({ amount: 5000, currency: "USD" })).not.toBe(money({ amount: 5000, currency: "CAD" }));
  },
);
