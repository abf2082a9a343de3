import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";

/** What is kept for one person, and for nobody once they have signed out. */
export interface OwnedSchema extends DBSchema {
  /** One row: whose all of this is, or since when it is nobody's. */
  owner: { key: "owner"; value: { userId: string | null; since: number } };
}

export type Writing<Schema extends OwnedSchema> = IDBPTransaction<Schema, StoreNames<Schema>[], "readwrite">;

interface Description<Schema extends OwnedSchema> {
  name: string;
  version: number;
  stores: StoreNames<Schema>[];
  upgrade: (db: IDBPDatabase<Schema>) => void;
}

/** A browser's database whose whole content belongs to one person. */
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
      // A newer build in another tab, or somebody who clears the browser, need not wait for this tab.
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
   * Everything happens as a whole or not at all, beside what other tabs do. Rejects where the browser refuses, or has no
   * room.
   */
  async change<T>(work: (tx: Writing<Schema>) => Promise<T>): Promise<T> {
    const tx = (await this.open()).transaction(this.#description.stores, "readwrite");
    try {
      const result = await work(tx);
      await tx.done;
      return result;
    } catch (error) {
      // Without the rejection that aborting means, whose reason says more than the request that it took along.
      await tx.done.catch(() => undefined);
      throw tx.error ?? error;
    }
  }

  /**
   * The service has answered a page to this person at `askedAt`: what is here of anybody else goes. False when somebody
   * has signed out here since, in another tab.
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

  /** Nothing is kept any more; with `userId` only if it was theirs. */
  wipe(userId?: string): Promise<void> {
    return this.change(async (tx) => {
      if (userId === undefined || (await ownerIn(tx)) === userId) await this.#clear(tx, null);
    });
  }

  async #clear(tx: Writing<Schema>, userId: string | null): Promise<void> {
    for (const store of this.#description.stores) await tx.objectStore(store).clear();
    await ownerRows(tx).put({ userId, since: Date.now() }, "owner");
  }
}

/** Whose all of it is; null: nobody's. */
export async function ownerIn<Schema extends OwnedSchema>(tx: Writing<Schema>): Promise<string | null> {
  return (await ownerRows(tx).get("owner"))?.userId ?? null;
}

/** Each of these databases has the same rows here, which its own type no longer tells. */
function ownerRows<Schema extends OwnedSchema>(tx: Writing<Schema>) {
  return (tx as unknown as IDBPTransaction<OwnedSchema, ["owner"], "readwrite">).objectStore("owner");
}
