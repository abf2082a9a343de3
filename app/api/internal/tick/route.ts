import * as z from "zod";
import { onlyMethods } from "#lib/server/http/only-method.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";
import { runTick } from "#lib/server/realtime/tick.ts";

const tick = { pattern: "/api/internal/tick", input: z.object({}) } as const;

/** Maximum duration of the function in seconds. Jobs that take longer than the answer continue in it. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethods({
  POST: internalRoute({ ...tick, secret: "INTERNAL_SECRET" }, () => runTick()),
  // Vercel's cron jobs can only send GET, with a secret that is used for nothing else.
  GET: internalRoute({ ...tick, secret: "CRON_SECRET" }, () => runTick()),
});
