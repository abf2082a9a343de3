import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readExpenses } from "#lib/server/imports/expenses/read-expenses.ts";
import {
  utf8Bytes,
  EXPENSE_FORMATS as FORMATS,
  readExpenseFile,
  describeRows,
} from "#tests/helpers/expense-formats.ts";
import { AppError } from "#lib/shared/errors.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

function swapped(file: Uint8Array): Uint8Array {
  return file.map((_, at) => file[at % 2 === 0 ? at + 1 : at - 1] ?? 0);
}

const splitwise = (delimiter: string, ...lines: string[]) =>
  readExpenseFile(
    ["Date,Description,Category,Cost,Currency,Mia,Ana", ...lines]
      .join("\n")
      .replaceAll(",", delimiter)
      .replaceAll("~", ","),
  );

const amounts = ({ rows }: ReturnType<typeof readExpenseFile>) => rows.map(({ amount }) => amount);

describe("text in any encoding that spreadsheets write", () => {
  const text = [
    "Date;Description;Category;Cost;Currency;Zoë;Jürgen",
    "02.05.2026;Frühstück im Café;Dining out;60,00;EUR;30,00;-30,00",
  ].join("\r\n");
  const latin = Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const wide = Uint8Array.from(Array.from(text).flatMap((sign) => [(sign.codePointAt(0) ?? 0) % 256, 0]));
  test.each([
    ["UTF-8", utf8Bytes(text)],
    ["UTF-8 with a mark", utf8Bytes(`\ufeff${text}`)],
    ["windows-1252", latin],
    ["UTF-16 without a mark", wide],
    ["UTF-16 with a mark", Uint8Array.from([0xff, 0xfe, ...wide])],
    ["UTF-16, high bytes first", swapped(wide)],
  ])("%s", (_, file) => {
    const found = readExpenses(file, "EUR");
    expect(found.people).toEqual(["Zoë", "Jürgen"]);
    expect(describeRows(found)).toEqual([
      "2026-05-02 expense Frühstück im Café: 6000 EUR, by Zoë 6000, for Zoë 3000, Jürgen 3000",
    ]);
  });

  test("GB 18030, as Chinese spreadsheets save", () => {
    // “描述” and “晚饭” in the encoding GBK.
    const gbk = [
      ...utf8Bytes("Date,Description,Category,Cost,Currency,"),
      0xd0,
      0xa1,
      0xc3,
      0xf7,
      ...utf8Bytes(",Ana\n2026-05-02,"),
      0xcd,
      0xed,
      0xb7,
      0xb9,
      ...utf8Bytes(",Dining out,60.00,CNY,30.00,-30.00\n"),
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
        readExpenseFile(
          'Date,Description,Category,Cost,Currency,Mia,Ana\n2026-05-02,Rent,Rent,"1,000",EUR,500,-500',
        ),
      ),
    ).toEqual([100_000]);
  });

  test("figures may be off by half of their last digit each, and by no more", () => {
    expect(() =>
      readExpenseFile(`${FORMATS.SPLITWISE[0]}\n2026-05-02,Tea,Tea,3.01,EUR,1.52,-1.50,0`),
    ).toThrow(AppError);
    expect(
      readExpenseFile(`${FORMATS.SPLITWISE[0]}\n2026-05-02,Tea,Tea,10.00,EUR,6.67,-3.33,-3.33`).leftOut,
    ).toEqual([]);
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
          const found = readExpenseFile(
            `Date,Description,Category,Cost,Currency,A,B,C,D,E,F\n${lines.join("\n")}`,
          );
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
      { numRuns: IS_LONG ? 5000 : 200 },
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
    ["unknown", "Mitgliedsname,Gezahlt,Ausgegeben,Saldo\nMia,60,30,30"],
    ["unknown", "a,b\n1,2"],
  ])("%s", (kind, text) => {
    const thrown = expect.objectContaining({ code: "UNSUPPORTED_MEDIA_TYPE", details: { kind } });
    expect(() => readExpenseFile(text)).toThrow(thrown);
  });
});

test("a line's number is the one that an editor shows, behind a cell of several lines", () => {
  const found = readExpenseFile(
    'Date,Description,Category,Cost,Currency,Mia,Ana\n2026-05-02,"Tea\nfor two",Tea,2.00,EUR,1.00,-1.00\nx,Cake,Tea,2.00,EUR,1.00,-1.00',
  );
  expect(found.leftOut).toEqual([expect.objectContaining({ line: 4, reason: "date" })]);
});
