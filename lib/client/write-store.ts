import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptWrite } from "./kept-write.ts";
import { makeRoom } from "./offline-store.ts";
import { isFull } from "./room.ts";

export type NewKept = Omit<KeptWrite, "order">;

/** Where unsent writes outlive the page. Whatever it gives out has to be read with care: see `readKept`. */
export interface WriteStore {
  /** Returns its place. */
  add(entry: NewKept): Promise<number>;
  put(entry: KeptWrite): Promise<void>;
  remove(orders: readonly number[]): Promise<void>;
  /** In the order in which they were made; without a trip, of all trips. */
  list(userId: string, tripId?: string): Promise<unknown[]>;
  /** Gives what one page was sending to another, all at once. */
  hand(whose: { userId: string; tripId: string }, from: string, to: string): Promise<unknown[]>;
  /**
   * Gives what a guest has left in all trips to their account, all at once, in new places, which no page of the guest's
   * knows, and as what no page is sending. Returns whether there was anything.
   */
  takeOver(guestId: string, userId: string): Promise<boolean>;
}

interface Schema extends DBSchema {
  writes: { key: number; value: KeptWrite | NewKept; indexes: { owner: [string, string] } };
}

const NAME = "wayfare-writes";
const VERSION = 1;

/** The browser's own database. Rejects where it is refused, as in some private windows. */
export async function openWriteStore(): Promise<WriteStore> {
  const db = await openDB<Schema>(NAME, VERSION, {
    upgrade(fresh) {
      const writes = fresh.createObjectStore("writes", { keyPath: "order", autoIncrement: true });
      writes.createIndex("owner", ["userId", "tripId"]);
    },
    // A newer page wants another form of it: it must not wait for this one.
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
        // What can be fetched again makes room for what only this device has.
        if (!isFull(error) || !(await makeRoom())) throw error;
        return db.add("writes", entry);
      }
    },
    async put(entry) {
      const { store, done } = db.transaction("writes", "readwrite");
      // What was taken back meanwhile must not come to life again.
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
      // What is stored has its place.
      const left = (await store.index("owner").getAll(rangeOf(guestId))) as KeptWrite[];
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
