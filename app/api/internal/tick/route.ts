import * as z from "zod";
import { internalRoute } from "#lib/server/realtime/internal.ts";
import { runTick } from "#lib/server/realtime/tick.ts";

const tick = { pattern: "/api/internal/tick", secret: "INTERNAL_SECRET", input: z.object({}) } as const;

export const POST = internalRoute(tick, () => runTick());
