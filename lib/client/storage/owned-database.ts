import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";

/** The schema of data that belongs to one user, and to nobody after a sign-out. */
export interface OwnedSchema extends DBSchema {
  /** The store has one row: the user that all data belongs to, and since when; null when it belongs to nobody. */
  owner: { key: "owner"; value: { userId: string | null; since: number } };
}

export type OwnedTransaction<Schema extends OwnedSchema> = IDBPTransaction<
  Schema,
  StoreNames<Schema>[],
  "readwrite"
>;

interface Description<Schema extends OwnedSchema> {
  name: string;
  version: number;
  stores: StoreNames<Schema>[];
  upgrade: (db: IDBPDatabase<Schema>) => void;
}

/** A database of the browser whose whole content belongs to one user. */
export class OwnedDatabase<Schema extends OwnedSchema> {
  readonly #description: Description<Schema>;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(description: Description<Schema>) {
    this.#description = description;
  }

  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    const forget = () => {
      this.#opening = null;
    };
    const { name, version, upgrade } = this.#description;
    const opening = openDB<Schema>(name, version, {
      upgrade,
      // A newer build in another tab, or a person who clears the browser's data, must not wait for this tab.
      blocking: (_current, _blocked, { target }) => {
        forget();
        if (target instanceof IDBDatabase) target.close();
      },
      terminated: forget,
    });
    opening.catch(forget);
    this.#opening = opening;
    return opening;
  }

  /**
   * Runs `work` in one transaction, isolated from other tabs. Rejects when the browser refuses, or the storage is full.
   */
  async change<T>(work: (tx: OwnedTransaction<Schema>) => Promise<T>): Promise<T> {
    const tx = (await this.open()).transaction(this.#description.stores, "readwrite");
    try {
      const result = await work(tx);
      await tx.done;
      return result;
    } catch (error) {
      // An abort also rejects `tx.done`; the reason in `tx.error` says more than the error of the request that failed
      // with it.
      await tx.done.catch(() => undefined);
      throw tx.error ?? error;
    }
  }

  /**
   * Claims the database for the user to whom the service has answered a page at `askedAt`: data of other users is
   * deleted. Resolves with false when somebody has signed out since, in another tab.
   */
  claim(userId: string, askedAt: number): Promise<boolean> {
    return this.change(async (tx) => {
      const owner = await ownerRows(tx).get("owner");
      if (owner?.userId === userId) return true;
      if (owner && owner.since > askedAt) return false;
      await this.#clear(tx, userId);
      return true;
    });
  }

  /** Deletes all data; with `userId`, only if it belongs to that user. */
  wipe(userId?: string): Promise<void> {
    return this.change(async (tx) => {
      if (userId === undefined || (await readOwner(tx)) === userId) await this.#clear(tx, null);
    });
  }

  async #clear(tx: OwnedTransaction<Schema>, userId: string | null): Promise<void> {
    for (const store of this.#description.stores) await tx.objectStore(store).clear();
    await ownerRows(tx).put({ userId, since: Date.now() }, "owner");
  }
}

/** Returns the user that all data belongs to; null when it belongs to nobody. */
export async function readOwner<Schema extends OwnedSchema>(
  tx: OwnedTransaction<Schema>,
): Promise<string | null> {
  return (await ownerRows(tx).get("owner"))?.userId ?? null;
}

/** Returns the store with the owner's row, which each owned database has and the generic type no longer shows. */
function ownerRows<Schema extends OwnedSchema>(tx: OwnedTransaction<Schema>) {
  return (tx as unknown as IDBPTransaction<OwnedSchema, ["owner"], "readwrite">).objectStore("owner");
}
