import { describe, expect, test } from "vitest";
import { EXPENSE_FORMATS as FORMATS, readExpenseFile, describeRows } from "#tests/helpers/expense-formats.ts";

describe("each program's file by its own columns", () => {
  test.each([
    [
      "SPLIIT",
      [
        "2026-05-02 expense Ferry: 10000 EUR, by Mia 10000, for Mia 3334, Ana 3333, Leo 3333",
        "2026-05-03 expense Lunch: 3000 EUR, by Ana 3000, for Mia 1200, Ana 1800",
      ],
    ],
    ["COSPEND", ["2026-05-02 expense Boat: 9000 EUR, by Mia 9000, for Mia 3000, Ana 6000"]],
    [
      "HATEMONEY",
      [
        "2026-05-02 expense Dinner: 6000 EUR, by Mia 6000, for Mia 3000, Ana 3000",
        "2026-05-03 settlement back: 3000 EUR, by Ana 3000, for Mia 3000",
        "2026-05-04 expense Museum: 1201 EUR, by Ana 1201, for Mia 601, Ana 600",
      ],
    ],
    [
      "SETTLE_UP",
      [
        "2026-05-02 expense Dinner: 6000 EUR, by Mia 6000, for Mia 2000, Ana 4000",
        "2026-05-03 expense Taxi: 3000 EUR, by Mia 1000, Ana 2000, for Mia 1500, Ana 1500",
        "2026-05-04 settlement Settle Up: 4000 EUR, by Ana 4000, for Mia 4000",
      ],
    ],
    [
      "TRICOUNT",
      [
        "2026-05-02 expense Dinner: 6000 EUR, by Mia 6000, for Mia 2000, Ana 4000",
        "2026-05-03 expense Tea: 1200 EUR, by Ana 1200, for Mia 600, Ana 600",
        "2026-05-04 settlement Back: 4000 EUR, by Ana 4000, for Mia 4000",
      ],
    ],
    [
      "SESTERCE",
      [
        "2026-05-02 expense Dinner: 6000 EUR, by Mia 6000, for Mia 2000, Ana 2550, Leo 1450",
        "2026-05-03 expense Tea: 1000 GBP, by Mia 400, Ana 600, for Mia 500, Ana 500",
        "2026-05-04 settlement Back: 4000 EUR, by Ana 4000, for Mia 4000",
      ],
    ],
    [
      "SPLITWISE",
      [
        "2026-05-02 expense Dinner: 6000 EUR, by Mia 6000, for Mia 2000, Ana 2000, Leo 2000",
        "2026-05-03 settlement Ana paid Mia: 2000 EUR, by Ana 2000, for Mia 2000",
      ],
    ],
    [
      "SPLITPRO",
      [
        "2026-05-02 expense Dinner: 6000 EUR, by You 6000, for You 3000, Ana 3000",
        "2026-05-03 expense Taxi: 1000 EUR, by Ana 1000, for You 500, Ana 500",
      ],
    ],
  ] as const)("%s", (name, rows) => {
    const found = readExpenseFile(FORMATS[name].join("\r\n"));
    expect(describeRows(found)).toEqual(rows);
  });
});

describe("what a program's file does not say", () => {
  test("what Spliit's CSV does not say is named: who paid, where several may have", () => {
    const { leftOut, rows } = readExpenseFile(FORMATS.SPLIIT.join("\n"));
    expect(leftOut).toEqual([expect.objectContaining({ line: 4, reason: "payerInJson" })]);
    expect(rows[1]?.notes).toBe("25.00 GBP × 1.2");
  });

  test.each([
    ["2026-05-05,Tea,0,0,0,5,5,0,EUR,,", "noPayer"],
    ["2026-05-05,Tea,10,0,0,0,0,0,EUR,,", "nobody"],
    ["2026-05-05,Tea,10,0,0,5,4.98,0,EUR,,", "sum"],
    ["2026-05-05,Tea,10,0,0,5,x,0,EUR,,", "shares"],
  ])("in Sesterce's table: %s", (row, reason) => {
    const { leftOut, rows } = readExpenseFile([...FORMATS.SESTERCE, row].join("\n"));
    expect(rows.map(({ notes }) => notes)).toEqual([null, "GBP × 1.2", null]);
    expect(leftOut).toEqual([expect.objectContaining({ line: 5, reason })]);
  });

  test("words of Spliit's CSV that look like formulas are as people wrote them", () => {
    const text = FORMATS.SPLIIT.join("\n").replace('"Ferry"', '"\'-20% ferry"').replace('"Ana"', '"\'@ana"');
    const { people, rows } = readExpenseFile(text);
    expect([people[1], rows[0]?.title]).toEqual(["@ana", "-20% ferry"]);
  });
});

describe("what a program exports as JSON", () => {
  test("Spliit's says who paid", () => {
    const group = {
      id: "g",
      name: "Lagos",
      currency: "€",
      participants: [
        { id: "m", name: "Mia" },
        { id: "a", name: "Ana" },
        { id: "l", name: "Leo" },
      ],
      expenses: [
        {
          expenseDate: "2026-05-04T00:00:00.000Z",
          title: "Ana to Mia",
          category: { grouping: "Uncategorized", name: "Payment" },
          amount: 1200,
          paidById: "a",
          paidFor: [{ participantId: "m", shares: 100 }],
          isReimbursement: true,
          splitMode: "EVENLY",
        },
        {
          expenseDate: "2026-05-05T00:00:00.000Z",
          title: "Boat",
          amount: 1000,
          originalAmount: 1500,
          originalCurrency: "JPY",
          conversionRate: "0.00667",
          notes: "Pier 3",
          paidById: "l",
          paidFor: [
            { participantId: "m", shares: 100 },
            { participantId: "a", shares: 200 },
          ],
          isReimbursement: false,
          splitMode: "BY_SHARES",
        },
        { expenseDate: "2026-05-06", title: "Broken", amount: "x", paidById: "l", paidFor: [] },
      ],
    };
    const found = readExpenseFile(JSON.stringify(group));
    expect(describeRows(found)).toEqual([
      "2026-05-04 settlement Ana to Mia: 1200 EUR, by Ana 1200, for Mia 1200",
      "2026-05-05 expense Boat: 1000 EUR, by Leo 1000, for Mia 333, Ana 667",
    ]);
    expect(found.rows.map(({ notes }) => notes)).toEqual([null, "1500 JPY × 0.00667\n\nPier 3"]);
    expect(found.leftOut).toEqual([expect.objectContaining({ line: 3, reason: "amount", text: "x" })]);
  });

  test("I Hate Money's JSON is read as its table is, and its names may have commas", () => {
    const bill = {
      date: "2026-05-02",
      what: "Dinner",
      bill_type: "Expense",
      amount: 60.5,
      currency: "EUR",
      payer_name: "Mia",
      payer_weight: 1,
      owers: ["Mia", "Lovelace, Ana"],
    };
    const back = { ...bill, what: "back", bill_type: "Reimbursement", amount: 30.25, owers: ["Mia"] };
    const bills = [bill, { ...back, payer_name: "Lovelace, Ana", payer_weight: 1 }, { ...bill, owers: [] }];
    const found = readExpenseFile(JSON.stringify(bills));
    expect(found.source).toBe("ihatemoney");
    expect(describeRows(found)).toEqual([
      "2026-05-02 expense Dinner: 6050 EUR, by Mia 6050, for Mia 3025, Lovelace, Ana 3025",
      "2026-05-02 settlement back: 3025 EUR, by Lovelace, Ana 3025, for Mia 3025",
    ]);
    expect(found.leftOut).toEqual([expect.objectContaining({ line: 3, reason: "nobody" })]);
  });

  test.each([["[]"], ['[{"a":1}]'], ['[{"what":"x"}]'], ['{"bills":[]}']])(
    "other JSON is told to be none: %s",
    (text) => {
      expect(() => readExpenseFile(text)).toThrow(
        expect.objectContaining({ code: "UNSUPPORTED_MEDIA_TYPE" }),
      );
    },
  );
});

describe("what is taken for granted is said", () => {
  test("whose weight the file does not say is named, where weights differ", () => {
    const [head, ...rows] = FORMATS.HATEMONEY;
    const more = '2026-05-05,Wine,Expense,9.00,EUR,Ana,2.0,"Mia, Ana, Leo"';
    const found = readExpenseFile([head, ...rows, more].join("\n"));
    expect(found.notices).toContainEqual({ code: "weightAssumed", names: ["Leo"] });
    expect(found.rows.at(-1)?.shares.map(({ amount }) => amount)).toEqual([225, 450, 225]);
    expect(readExpenseFile(FORMATS.HATEMONEY.join("\n")).notices).not.toContainEqual(
      expect.objectContaining({ code: "weightAssumed" }),
    );
  });

  test("a file without a currency counts in the trip's, and says so", () => {
    const { notices } = readExpenseFile(FORMATS.COSPEND.join("\n"), "JPY");
    expect(notices).toEqual([{ code: "currencyAssumed", currency: "JPY", count: 1 }]);
    expect(readExpenseFile(FORMATS.HATEMONEY.join("\n"), "USD").notices).toEqual([
      { code: "currencyAssumed", currency: "USD", count: 1 },
    ]);
  });
});

describe("a currency that has ended is counted in what followed it, at its official rate", () => {
  test.each([
    ["BGN", "50.00", "25.00", 2556, 1278, "EUR"],
    ["HRK", "753.45", "376.725", 10_000, 5000, "EUR"],
    ["ITL", "193627", "96813.5", 10_000, 5000, "EUR"],
    ["SLL", "12000", "6000", 1200, 600, "SLE"],
    ["CUC", "2.00", "1.00", 4800, 2400, "CUP"],
  ])("%s", (code, cost, share, amount, part, currency) => {
    const found = readExpenseFile(
      `Date,Description,Category,Cost,Currency,Mia,Ana\n2026-05-02,Bus,Bus,${cost},${code},${share},-${share}`,
    );
    expect(found.rows).toMatchObject([{ amount, currency }]);
    expect(found.rows[0]?.shares.map((each) => each.amount)).toEqual([amount - part, part]);
    expect(found.notices).toEqual([
      { code: "endedCurrency", from: code, to: currency, rate: expect.any(String), count: 1 },
    ]);
  });
});
