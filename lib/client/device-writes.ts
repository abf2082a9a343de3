import { browserTabs } from "./tab-watch.ts";
import type { OpenKeeper } from "./trip-session.ts";
import { WriteKeeper } from "./write-keeper.ts";
import { openWriteStore } from "./write-store.ts";

let opening: ReturnType<typeof openWriteStore> | null = null;
let tabs: ReturnType<typeof browserTabs> | null = null;

/** The database of this page; one that could not be opened is tried again. */
async function deviceStore() {
  opening ??= openWriteStore();
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

export const openKeeper: OpenKeeper = async (trip, options) => {
  tabs ??= browserTabs();
  return new WriteKeeper(trip, { ...options, tabs, store: await deviceStore() });
};
