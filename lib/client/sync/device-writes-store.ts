import { formerGuestIds } from "../storage/former-guest.ts";
import { isReadable, typedTextsOf, readStoredWrite } from "./stored-write.ts";
import { createTabWatch, type TabWatch } from "./tab-watch.ts";
import { countDrafted } from "../writes/suggestion-draft.ts";
import { openWriteStore, type WriteStore } from "./write-store.ts";

interface DeviceWrites {
  store: WriteStore;
  tabs: TabWatch;
}

let opening: Promise<DeviceWrites> | null = null;

/** Opens this page's database of stored writes, in which the user's guest writes are moved to the user. */
export async function openDeviceWrites(userId: string): Promise<DeviceWrites> {
  const writes = await ofThisPage();
  await moveGuestWrites(writes, formerGuestIds(userId), userId);
  return writes;
}

/** An opening that failed is tried again at the next call. */
async function ofThisPage(): Promise<DeviceWrites> {
  opening ??= openWriteStore().then((store) => ({ store, tabs: createTabWatch() }));
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

/**
 * Makes the stored writes of a guest those of the user, so that they are sent, shown and counted for the user. The
 * service has also moved the answers that it gave the guest to the user, so a write that had arrived is still executed
 * only once, by its idempotency key.
 */
export async function moveGuestWrites(
  { store, tabs }: DeviceWrites,
  guestIds: readonly string[],
  userId: string,
): Promise<void> {
  const taken: boolean[] = [];
  for (const guestId of guestIds) taken.push(await store.takeOver(guestId, userId));
  // Pages that the guest left open are notified, because they must no longer send the moved writes.
  if (taken.includes(true)) tabs.announce();
}

/** Returns, by trip id, the typed text of each write of this user that the service has not answered, or has refused. */
export async function storedTextsByTrip(userId: string): Promise<Map<string, string[]>> {
  const { store } = await openDeviceWrites(userId);
  const byTrip = new Map<string, string[]>();
  for (const found of await store.list(userId)) {
    const entry = readStoredWrite(found);
    if (isReadable(entry) && entry.echoSeq !== null) continue;
    const tripId = tripOf(found);
    const text = isReadable(entry) ? typedTextsOf(entry.recipe.args) : entry.text;
    byTrip.set(tripId, [...(byTrip.get(tripId) ?? []), text]);
  }
  return byTrip;
}

/** The store finds entries by this field, including entries that can't be read. */
function tripOf(found: unknown): string {
  return typeof found === "object" && found !== null && "tripId" in found ? String(found.tripId) : "";
}

/**
 * Returns how many changes of this user exist only on this device: writes that the service has not answered or has
 * refused, and drafts.
 */
export async function countUnsentChanges(userId: string): Promise<number> {
  return [...(await storedTextsByTrip(userId)).values()].flat().length + countDrafted(userId);
}

/** Deletes the stored writes of a user, or those of one trip; the user's open pages are notified. */
export async function deleteStoredWrites(userId: string, tripId?: string): Promise<void> {
  const { store, tabs } = await openDeviceWrites(userId);
  const found = (await store.list(userId, tripId)).map(readStoredWrite);
  await store.remove(found.map(({ order }) => order));
  tabs.announce();
}
