import { newId } from "#lib/server/process/new-id.ts";
import { cloneTemplate } from "#db/clone-template.ts";
import { kyotoOsakaTrip } from "#db/content/kyoto-osaka.ts";
import { selectUserForProvisioning } from "#db/queries/users.ts";
import { weekdayAhead } from "#lib/shared/dates.ts";
import { freshDatabase } from "../process/database.ts";
import type { Locale } from "../auth/locale.ts";

const MONDAY = 1;
const WEEKS_AHEAD = 4;

/** Creates the sample trip of a new user. It runs after the answer to the sign-up, and the caller logs a failure. */
export async function provisionUser(userId: string, locale: Locale): Promise<void> {
  const db = freshDatabase();
  const [user] = await selectUserForProvisioning(db, { userId });
  // Nothing is created when the account was deleted, belongs to a guest, or has its sample trip already.
  if (!user || user.hasSample) return;
  const at = new Date();
  const owner = { userId, name: user.name, image: user.image };
  const startDate = weekdayAhead(at, MONDAY, WEEKS_AHEAD);
  const frame = { isSample: true, isDemo: false, at, locale, startDate };
  await cloneTemplate(db, { template: kyotoOsakaTrip, tripId: newId(), owner, ...frame });
}
