import { headers } from "next/headers";
import { cache } from "react";
import type { ReadCtx } from "./context.ts";
import { freshDatabase } from "./database.ts";
import { startPageTiming } from "./telemetry/telemetry.ts";
import { findSession, sessionTokens, type Viewer } from "./session.ts";

/** Who looks at this page; null when nobody is signed in. Read once per request. */
export const findViewer = cache(async (): Promise<Viewer | null> => {
  await startPageTiming();
  const viewer = await findSession(freshDatabase(), await headers());
  return viewer;
});

/** For verbs that only read, in the name of whoever looks at this page. */
export async function readContext(): Promise<ReadCtx> {
  const token = sessionTokens().read(await headers())?.token ?? "";
  const reply = { status: null, tripSeq: null, nextCursor: null };
  return { db: freshDatabase(), token, now: () => new Date(), reply };
}
