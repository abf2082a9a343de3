import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { twoFactors } from "#db/schema/auth.ts";
import { param } from "./projection.ts";

/**
 * The secret against which an authenticator's codes are checked; no row while the second factor is locked after too
 * many wrong codes.
 */
export const findUnlockedSecondFactor = statement<{ userId: string }, { secret: string }>(
  "find_open_second_factor",
  sql`select ${twoFactors.secret} as "secret" from ${twoFactors}
    where ${twoFactors.userId} = ${param("userId", "uuid")}
      and (${twoFactors.lockedUntil} is null or ${twoFactors.lockedUntil} <= now())`,
);

/** Marks a code's half minute and all earlier ones as used. No row if it was used already. */
export const markTotpStepUsed = statement<{ userId: string; step: number }, { id: string }>(
  "spend_code_step",
  sql`update ${twoFactors} set last_used_step = ${param("step", "int")}
    where ${twoFactors.userId} = ${param("userId", "uuid")}
      and (${twoFactors.lastUsedStep} is null or ${twoFactors.lastUsedStep} < ${param("step", "int")})
    returning id`,
);
