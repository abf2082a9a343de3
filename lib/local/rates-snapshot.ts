// Writes the exchange rates that are part of the service: `node lib/local/rates-snapshot.ts <folder of the unpacked
// package>`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { CalendarDate } from "#lib/shared/fields.ts";
import { currencyCodes } from "#lib/shared/money.ts";
import { isRateValue } from "#lib/shared/rates.ts";

const FILE = join(import.meta.dirname, "../server/money/rates-snapshot.json");
/**
 * The file `v1/currencies/eur.json` of the package: what one euro is worth in each currency, and in metals and coins.
 */
const Source = z.object({ date: CalendarDate, eur: z.record(z.string(), z.number()) });

function main(): void {
  const { positionals } = parseArgs({ allowPositionals: true });
  const folder = positionals[0];
  if (folder === undefined) throw new Error("Name the folder of the unpacked package.");
  const { date, eur } = Source.parse(
    JSON.parse(readFileSync(join(folder, "v1/currencies/eur.json"), "utf8")),
  );
  const rates = currencyCodes().flatMap((code) => {
    // The shortest text of the number is stored: for up to 15 digits it equals the text in the package's file.
    const value = String(eur[code.toLowerCase()] ?? "");
    return isRateValue(value) ? [[code, value] as const] : [];
  });
  const snapshot = { base: "EUR", date, rates: Object.fromEntries(rates) };
  writeFileSync(FILE, `${JSON.stringify(snapshot, null, 2)}\n`);
}

main();
