import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StoredWrite } from "./stored-write.ts";
import { evictLargestMap } from "../storage/offline-store.ts";
import { isQuotaExceeded } from "../storage/storage-quota.ts";

export type NewStoredWrite = Omit<StoredWrite, "order">;

/** The store in which unsent writes survive the page. Its entries may be damaged, so read them with `readKept`. */
export interface WriteStore {
  /** Resolves with the entry's `order`. */
  add(entry: NewStoredWrite): Promise<number>;
  put(entry: StoredWrite): Promise<void>;
  remove(orders: readonly number[]): Promise<void>;
  /** Resolves with the entries in the order in which they were made; without `tripId`, those of all trips. */
  list(userId: string, tripId?: string): Promise<unknown[]>;
  /** Hands the writes of one page over to another, in one transaction. */
  hand(whose: { userId: string; tripId: string }, from: string, to: string): Promise<unknown[]>;
  /**
   * Gives a guest's writes of all trips to the guest's account, in one transaction. The entries get new `order`
   * numbers, which no page of the guest knows, and belong to no open page. Resolves with whether there were any.
   */
  takeOver(guestId: string, userId: string): Promise<boolean>;
}

interface Schema extends DBSchema {
  writes: { key: number; value: StoredWrite | NewStoredWrite; indexes: { owner: [string, string] } };
}

const NAME = "wayfare-writes";
const VERSION = 1;

/** Opens the browser's database. Rejects where the browser refuses it, as in some private windows. */
export async function openWriteStore(): Promise<WriteStore> {
  const db = await openDB<Schema>(NAME, VERSION, {
    upgrade(fresh) {
      const writes = fresh.createObjectStore("writes", { keyPath: "order", autoIncrement: true });
      writes.createIndex("owner", ["userId", "tripId"]);
    },
    // A newer page needs another version of the database, and must not wait for this page.
    blocking: (_current, _wanted, { target }) => {
      if (target instanceof IDBDatabase) target.close();
    },
  });
  return storeOf(db);
}

function storeOf(db: IDBPDatabase<Schema>): WriteStore {
  return {
    async add(entry) {
      try {
        return await db.add("writes", entry);
      } catch (error) {
        // Offline copies can be fetched again, so they are deleted in favour of writes that only this device has.
        if (!isQuotaExceeded(error) || !(await evictLargestMap())) throw error;
        return db.add("writes", entry);
      }
    },
    async put(entry) {
      const { store, done } = db.transaction("writes", "readwrite");
      // A write that was taken back meanwhile must not be stored again.
      if (await store.getKey(entry.order)) await store.put(entry);
      await done;
    },
    async remove(orders) {
      const { store, done } = db.transaction("writes", "readwrite");
      await Promise.all(orders.map((order) => store.delete(order)));
      await done;
    },
    list: (userId, tripId) => db.getAllFromIndex("writes", "owner", rangeOf(userId, tripId)),
    async hand({ userId, tripId }, from, to) {
      const { store, done } = db.transaction("writes", "readwrite");
      const all = await store.index("owner").getAll(rangeOf(userId, tripId));
      const handed = all.filter(({ tab }) => tab === from);
      for (const entry of handed) entry.tab = to;
      await Promise.all(handed.map((entry) => store.put(entry)));
      await done;
      return handed;
    },
    async takeOver(guestId, userId) {
      const { store, done } = db.transaction("writes", "readwrite");
      // Every entry in the store has its `order`.
      const left = (await store.index("owner").getAll(rangeOf(guestId))) as StoredWrite[];
      for (const { order, ...entry } of left) {
        await store.delete(order);
        await store.add({ ...entry, userId, tab: guestId });
      }
      await done;
      return left.length > 0;
    },
  };
}

function rangeOf(userId: string, tripId?: string): IDBKeyRange {
  return tripId === undefined
    ? IDBKeyRange.bound([userId], [userId, []])
    : IDBKeyRange.only([userId, tripId]);
}
