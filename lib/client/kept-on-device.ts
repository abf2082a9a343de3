import { isReadable, readKept } from "./kept-write.ts";
import { browserTabs, type TabWatch } from "./tab-watch.ts";
import { openWriteStore, type WriteStore } from "./write-store.ts";

interface DeviceWrites {
  store: WriteStore;
  tabs: TabWatch;
}

let opening: Promise<DeviceWrites> | null = null;

/** The database of this page; one that could not be opened is tried again. */
export async function deviceWrites(): Promise<DeviceWrites> {
  opening ??= openWriteStore().then((store) => ({ store, tabs: browserTabs() }));
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

/** How many changes of this person this device keeps that the service has not answered, or has refused. */
export async function countKept(userId: string): Promise<number> {
  const { store } = await deviceWrites();
  const found = (await store.list(userId)).map(readKept);
  return found.filter((entry) => !isReadable(entry) || entry.echoSeq === null).length;
}

/** Forgets all that this device keeps of a person; their open pages hear of it. */
export async function forgetKept(userId: string): Promise<void> {
  const { store, tabs } = await deviceWrites();
  const found = (await store.list(userId)).map(readKept);
  await store.remove(found.map(({ order }) => order));
  tabs.announce();
}
