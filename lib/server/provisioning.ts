import { newId } from "#lib/server/new-id.ts";
import { cloneTemplate } from "#db/clone-template.ts";
import { kyotoOsakaTrip } from "#db/content/kyoto-osaka.ts";
import { selectUserForProvisioning } from "#db/queries/users.ts";
import { weekdayAhead } from "#lib/shared/dates.ts";
import { freshDatabase } from "./database.ts";
import type { Locale } from "./auth/locale.ts";

const MONDAY = 1;
const WEEKS_AHEAD = 4;

/** Gives a new user a sample trip of their own. Runs after the answer; a failure is the caller's to log. */
export async function provisionUser(userId: string, locale: Locale): Promise<void> {
  const db = freshDatabase();
  const [user] = await selectUserForProvisioning(db, { userId });
  // The account is gone again, is a guest's, or has its sample already: a repeat must not make two.
  if (!user || user.hasSample) return;
  const at = new Date();
  const owner = { userId, name: user.name, image: user.image };
  const startDate = weekdayAhead(at, MONDAY, WEEKS_AHEAD);
  const frame = { isSample: true, isDemo: false, at, locale, startDate };
  await cloneTemplate(db, { template: kyotoOsakaTrip, tripId: newId(), owner, ...frame });
}
