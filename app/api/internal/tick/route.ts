import * as z from "zod";
import { onlyMethods } from "#lib/server/http/only-method.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";
import { runTick } from "#lib/server/realtime/tick.ts";

const tick = { pattern: "/api/internal/tick", input: z.object({}) } as const;

/** What takes longer than its answer goes on in this function. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethods({
  POST: internalRoute({ ...tick, secret: "INTERNAL_SECRET" }, () => runTick()),
  // For Vercel's crons, which can send nothing else, with a secret that opens nothing else.
  GET: internalRoute({ ...tick, secret: "CRON_SECRET" }, () => runTick()),
});
