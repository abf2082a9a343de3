import { headers } from "next/headers";
import { cache } from "react";
import { freshDatabase } from "./database.ts";
import { findSession, type Viewer } from "./session.ts";

/** Who looks at this page; null when nobody is signed in. Read once per request. */
export const findViewer = cache(async (): Promise<Viewer | null> => {
  const viewer = await findSession(freshDatabase(), await headers());
  return viewer;
});
