import { v7 as uuidv7 } from "uuid";
import { weekdayAhead } from "#lib/shared/dates.ts";
import { DEMO_TRIP_ID } from "#lib/shared/trips.ts";
import { cloneTemplate } from "./clone-template.ts";
import { createDatabase } from "./client.ts";
import { lisbonTrip } from "./content/lisbon.ts";
import { storeInstallation } from "./queries/installation.ts";

const WEDNESDAY = 3;
const WEEKS_AHEAD = 6;

/** Inserts what every installation has: its id and the demo trip. Does nothing when they exist. */
export async function seedDatabase(url: string): Promise<void> {
  const database = createDatabase({ url, poolMax: 1 });
  try {
    await storeInstallation(database, { id: uuidv7() });
    const { rowCount } = await database.client.query("select 1 from trips where id = $1", [DEMO_TRIP_ID]);
    if (rowCount === 0) await cloneTemplate(database, demoTrip(new Date()));
  } finally {
    await database.close();
  }
}

function demoTrip(at: Date) {
  const startDate = weekdayAhead(at, WEDNESDAY, WEEKS_AHEAD);
  const frame = { isSample: false, isDemo: true, owner: null, locale: "en" } as const;
  return { template: lisbonTrip, tripId: DEMO_TRIP_ID, startDate, at, ...frame };
}
