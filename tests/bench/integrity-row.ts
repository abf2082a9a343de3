import { freshDatabase } from "#lib/server/process/database.ts";
import { checkIntegrity } from "#lib/server/operator/check-integrity.ts";
import type { Row } from "./report.ts";

const MOST_TOLD = 10;

/** Runs `npm run admin -- check` over everything that the bench has written so far. */
export async function integrityRow(): Promise<Row> {
  const { trips, faults } = await checkIntegrity(freshDatabase(), null, new Date());
  for (const { check, tripId, what } of faults.slice(0, MOST_TOLD))
    console.log(`${check}: trip ${tripId}: ${what}`);
  return {
    measure: `faults that the integrity check finds in ${trips} trips`,
    value: faults.length,
    unit: "",
    floor: { at: "most", value: 0, of: "value" },
  };
}
