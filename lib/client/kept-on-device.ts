import { guestsOf } from "./former-guest.ts";
import { isReadable, plainText, readKept } from "./kept-write.ts";
import { browserTabs, type TabWatch } from "./tab-watch.ts";
import { countDrafted } from "./suggestion-draft.ts";
import { openWriteStore, type WriteStore } from "./write-store.ts";

interface DeviceWrites {
  store: WriteStore;
  tabs: TabWatch;
}

let opening: Promise<DeviceWrites> | null = null;

/** The database of this page, in which everything that is this person's is under their name. */
export async function deviceWrites(userId: string): Promise<DeviceWrites> {
  const writes = await ofThisPage();
  await takeOverKept(writes, guestsOf(userId), userId);
  return writes;
}

/** One that could not be opened is tried again. */
async function ofThisPage(): Promise<DeviceWrites> {
  opening ??= openWriteStore().then((store) => ({ store, tabs: browserTabs() }));
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

/**
 * What this person wrote as a guest is sent, shown and counted as theirs. The service has handed over the answers that it
 * had given the guest, so that a write that had arrived is still done once, by its key.
 */
export async function takeOverKept(
  { store, tabs }: DeviceWrites,
  guestIds: readonly string[],
  userId: string,
): Promise<void> {
  const taken: boolean[] = [];
  for (const guestId of guestIds) taken.push(await store.takeOver(guestId, userId));
  // A page that the guest has left open sends it no more.
  if (taken.includes(true)) tabs.announce();
}

/** What was typed in each change of this person that the service has not answered, or has refused, by trip. */
export async function keptByTrip(userId: string): Promise<Map<string, string[]>> {
  const { store } = await deviceWrites(userId);
  const byTrip = new Map<string, string[]>();
  for (const found of await store.list(userId)) {
    const entry = readKept(found);
    if (isReadable(entry) && entry.echoSeq !== null) continue;
    const tripId = tripOf(found);
    const text = isReadable(entry) ? plainText(entry.recipe.args) : entry.text;
    byTrip.set(tripId, [...(byTrip.get(tripId) ?? []), text]);
  }
  return byTrip;
}

/** The store finds entries by it, also those that can't be read. */
function tripOf(found: unknown): string {
  return typeof found === "object" && found !== null && "tripId" in found ? String(found.tripId) : "";
}

/** How many changes of this person only this device has: the service has not answered, or has refused, or was not asked yet. */
export async function countKept(userId: string): Promise<number> {
  return [...(await keptByTrip(userId)).values()].flat().length + countDrafted(userId);
}

/** Forgets all that this device keeps of a person, or that of one trip; their open pages hear of it. */
export async function forgetKept(userId: string, tripId?: string): Promise<void> {
  const { store, tabs } = await deviceWrites(userId);
  const found = (await store.list(userId, tripId)).map(readKept);
  await store.remove(found.map(({ order }) => order));
  tabs.announce();
}
