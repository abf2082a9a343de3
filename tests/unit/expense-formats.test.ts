import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readExpenses } from "#lib/server/imports/expenses/read-expenses.ts";
import { EXPENSE_FORMATS as FORMATS } from "#tests/helpers/expense-formats.ts";
import { AppError } from "#lib/shared/errors.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, currency = "EUR") => readExpenses(bytes(text), currency);
type Found = ReturnType<typeof read>;

/** Each row as somebody would tell it: when, what, who paid how much, and who bears how much. */
function told({ rows, people }: Found) {
  const list = (parts: Found["rows"][number]["shares"]) =>
    parts.map(({ person, amount }) => `${people[person]} ${amount}`).join(", ");
  return rows.map(
    ({ kind, date, title, amount, currency, payers, shares }) =>
      `${date} ${kind} ${title}: ${amount} ${currency}, by ${list(payers)}, for ${list(shares)}`,
  );
}

function swapped(file: Uint8Array): Uint8Array {
  return file.map((_, at) => file[at % 2 === 0 ? at + 1 : at - 1] ?? 0);
}

const splitwise = (delimiter: string, ...lines: string[]) =>
  read(
    ["Date,Description,Category,Cost,Currency,Mia,Ana", ...lines]
      .join("\n")
      .replaceAll(",", delimiter)
      .replaceAll("~", ","),
  );

const amounts = ({ rows }: Found) => rows.map(({ amount }) => amount);

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
    const found = read(FORMATS[name].join("\r\n"));
    expect(told(found)).toEqual(rows);
  });

  test("what Spliit's CSV does not say is named: who paid, where several may have", () => {
    const { leftOut, rows } = read(FORMATS.SPLIIT.join("\n"));
    expect(leftOut).toEqual([expect.objectContaining({ line: 4, reason: "noPayer" })]);
    expect(rows[1]?.notes).toBe("25.00 GBP × 1.2");
  });

  test("Spliit's JSON says it", () => {
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
    const found = read(JSON.stringify(group));
    expect(told(found)).toEqual([
      "2026-05-04 settlement Ana to Mia: 1200 EUR, by Ana 1200, for Mia 1200",
      "2026-05-05 expense Boat: 1000 EUR, by Leo 1000, for Mia 333, Ana 667",
    ]);
    expect(found.leftOut).toEqual([expect.objectContaining({ line: 3, reason: "amount", text: "x" })]);
  });

  test("whose weight the file does not say is named, where weights differ", () => {
    const [head, ...rows] = FORMATS.HATEMONEY;
    const more = '2026-05-05,Wine,Expense,9.00,EUR,Ana,2.0,"Mia, Ana, Leo"';
    const found = read([head, ...rows, more].join("\n"));
    expect(found.notices).toContainEqual({ code: "weightAssumed", names: ["Leo"] });
    expect(found.rows.at(-1)?.shares.map(({ amount }) => amount)).toEqual([225, 450, 225]);
    expect(read(FORMATS.HATEMONEY.join("\n")).notices).not.toContainEqual(
      expect.objectContaining({ code: "weightAssumed" }),
    );
  });

  test("a file without a currency counts in the trip's, and says so", () => {
    const { notices } = read(FORMATS.COSPEND.join("\n"), "JPY");
    expect(notices).toEqual([{ code: "currencyAssumed", currency: "JPY", count: 1 }]);
    expect(read(FORMATS.HATEMONEY.join("\n"), "USD").notices).toEqual([
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
    const found = read(
      `Date,Description,Category,Cost,Currency,Mia,Ana\n2026-05-02,Bus,Bus,${cost},${code},${share},-${share}`,
    );
    expect(found.rows).toMatchObject([{ amount, currency }]);
    expect(found.rows[0]?.shares.map((each) => each.amount)).toEqual([amount - part, part]);
    expect(found.notices).toEqual([
      { code: "endedCurrency", from: code, to: currency, rate: expect.any(String), count: 1 },
    ]);
  });
});

describe("text in any encoding that spreadsheets write", () => {
  const text = [
    "Date;Description;Category;Cost;Currency;Zoë;Jürgen",
    "02.05.2026;Frühstück im Café;Dining out;60,00;EUR;30,00;-30,00",
  ].join("\r\n");
  const latin = Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const wide = Uint8Array.from(Array.from(text).flatMap((sign) => [(sign.codePointAt(0) ?? 0) % 256, 0]));
  test.each([
    ["UTF-8", bytes(text)],
    ["UTF-8 with a mark", bytes(`\ufeff${text}`)],
    ["windows-1252", latin],
    ["UTF-16 without a mark", wide],
    ["UTF-16 with a mark", Uint8Array.from([0xff, 0xfe, ...wide])],
    ["UTF-16, high bytes first", swapped(wide)],
  ])("%s", (_, file) => {
    const found = readExpenses(file, "EUR");
    expect(found.people).toEqual(["Zoë", "Jürgen"]);
    expect(told(found)).toEqual([
      "2026-05-02 expense Frühstück im Café: 6000 EUR, by Zoë 6000, for Zoë 3000, Jürgen 3000",
    ]);
  });

  test("GB 18030, as Chinese spreadsheets save", () => {
    // “描述” and “晚饭” in that encoding.
    const gbk = [
      ...bytes("Date,Description,Category,Cost,Currency,"),
      0xd0,
      0xa1,
      0xc3,
      0xf7,
      ...bytes(",Ana\n2026-05-02,"),
      0xcd,
      0xed,
      0xb7,
      0xb9,
      ...bytes(",Dining out,60.00,CNY,30.00,-30.00\n"),
    ];
    const found = readExpenses(Uint8Array.from(gbk), "CNY");
    expect([found.people[0], found.rows[0]?.title]).toEqual(["小明", "晚饭"]);
  });
});

describe("figures", () => {
  test("without any decimals, what parts the cells tells thousands from fractions", () => {
    expect(amounts(splitwise(";", "2026-05-02,Rent,Rent,1.000,EUR,500,-500"))).toEqual([100_000]);
    expect(
      amounts(
        read('Date,Description,Category,Cost,Currency,Mia,Ana\n2026-05-02,Rent,Rent,"1,000",EUR,500,-500'),
      ),
    ).toEqual([100_000]);
  });

  test("figures may be off by half of their last digit each, and by no more", () => {
    expect(() => read(`${FORMATS.SPLITWISE[0]}\n2026-05-02,Tea,Tea,3.01,EUR,1.52,-1.50,0`)).toThrow(AppError);
    expect(read(`${FORMATS.SPLITWISE[0]}\n2026-05-02,Tea,Tea,10.00,EUR,6.67,-3.33,-3.33`).leftOut).toEqual(
      [],
    );
  });

  test("each row comes to its cost, and each person's sum is right to a unit over all rows", () => {
    const cost = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cost, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 40 }),
        (bills) => {
          const lines = bills.map(([cents, others]) => {
            const share = cents / 100 / (others + 1);
            const nets = [
              cents / 100 - share,
              ...Array.from({ length: 5 }, (_, at) => (at < others ? -share : 0)),
            ];
            return `2026-05-02,Bill,General,${(cents / 100).toFixed(2)},EUR,${nets.map((net) => net.toFixed(6)).join(",")}`;
          });
          const found = read(`Date,Description,Category,Cost,Currency,A,B,C,D,E,F\n${lines.join("\n")}`);
          const exact = Array.from({ length: 6 }, () => 0);
          const counted = Array.from({ length: 6 }, () => 0);
          for (const [index, line] of lines.entries()) {
            for (const [at, text] of line.split(",").slice(5).entries())
              exact[at] = (exact[at] ?? 0) + Number(text) * 100;
            const row = found.rows.find((each) => each.line === index + 2);
            for (const part of row?.payers ?? [])
              counted[part.person] = (counted[part.person] ?? 0) + part.amount;
            for (const part of row?.shares ?? [])
              counted[part.person] = (counted[part.person] ?? 0) - part.amount;
          }
          for (const { amount, payers, shares } of found.rows)
            for (const parts of [payers, shares])
              expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
          expect(found.leftOut).toEqual([]);
          for (const [at, sum] of counted.entries())
            expect(Math.abs(sum - (exact[at] ?? 0))).toBeLessThan(1.5);
        },
      ),
      { numRuns: process.env.LONG_TESTS ? 5000 : 200 },
    );
  });
});

describe("what is no list of shared expenses is told what it is", () => {
  test.each([
    ["bank", "Date,Description,Type,Amount,Currency,Fee\n2026-01-05,Shop,Card,-12.50,EUR,0.00"],
    [
      "bank",
      "Buchungstag;Valuta;Auftraggeber;Verwendungszweck;Betrag\n05.01.2026;05.01.2026;Shop;Karte;-12,50",
    ],
    [
      "bank",
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nA,B,2026-01-05,2026-01-05,Shop,-1,0,EUR,OK,5",
    ],
    [
      "wayfare",
      "Date,What,Title,Category,Amount,Currency,Rate,Amount in EUR,Paid by,Mia (EUR)\n2026-01-05,Expense,Tea,Food,1,EUR,,1,Mia,1",
    ],
    [
      "tricount",
      "Titre,Montant,Devise,Payé par\nDîner,60,EUR,Mia\ntricount Lagos - Exporté le 2026-05-09,,,",
    ],
    ["json", '{"hello": 1}'],
    ["unknown", "a,b\n1,2"],
  ])("%s", (kind, text) => {
    const thrown = expect.objectContaining({ code: "UNSUPPORTED_MEDIA_TYPE", details: { kind } });
    expect(() => read(text)).toThrow(thrown);
  });
});

test("a line's number is the one that an editor shows, behind a cell of several lines", () => {
  const found = read(
    'Date,Description,Category,Cost,Currency,Mia,Ana\n2026-05-02,"Tea\nfor two",Tea,2.00,EUR,1.00,-1.00\nx,Cake,Tea,2.00,EUR,1.00,-1.00',
  );
  expect(found.leftOut).toEqual([expect.objectContaining({ line: 4, reason: "date" })]);
});
