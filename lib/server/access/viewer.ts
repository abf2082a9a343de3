import { headers } from "next/headers";
import { cache } from "react";
import type { ReadCtx } from "../context.ts";
import { freshDatabase } from "../process/database.ts";
import { startPageTiming } from "../telemetry/telemetry.ts";
import { findSession, sessionTokens, type Viewer } from "./session.ts";

/** Returns the viewer of this page, or null when nobody is signed in. The session is read once per request. */
export const findViewer = cache(async (): Promise<Viewer | null> => {
  await startPageTiming();
  const viewer = await findSession(freshDatabase(), await headers());
  return viewer;
});

/** Returns the context for functions that only read, with the session token of the page's request. */
export async function readContext(): Promise<ReadCtx> {
  const token = sessionTokens().read(await headers())?.token ?? "";
  const reply = { status: null, tripSeq: null, nextCursor: null };
  return { db: freshDatabase(), token, now: () => new Date(), reply };
}
