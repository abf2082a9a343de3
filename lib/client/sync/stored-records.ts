import type { StoredWrite } from "./stored-write.ts";
import type { NewStoredWrite, WriteStore } from "./write-store.ts";

interface Record {
  entry: NewStoredWrite;
  /** The entry's key in the store; null until it is stored. */
  order: number | null;
  isDirty: boolean;
  isGone: boolean;
  /** Whether other pages count this write as unsent. */
  isTold: boolean;
  stored: ((isKept: boolean) => void) | null;
}

/** This page's copy of the stored writes. It updates the store in the order of the writes, one step at a time. */
export class StoredRecords {
  readonly #store: WriteStore;
  readonly #onNews: () => void;
  readonly #records = new Map<string, Record>();
  #isFlushing = false;

  /** @param onNews called when other pages should read the store again */
  constructor(store: WriteStore, onNews: () => void) {
    this.#store = store;
    this.#onNews = onNews;
  }

  has(key: string): boolean {
    return this.#records.has(key);
  }

  get refused(): readonly NewStoredWrite[] {
    const all = [...this.#records.values()].filter(({ entry, isGone }) => entry.refusal && !isGone);
    return all.map(({ entry }) => entry).toSorted((a, b) => a.at - b.at);
  }

  /** Adds an entry; `stored` gets whether it could be stored. */
  add(entry: NewStoredWrite, stored: (isKept: boolean) => void): void {
    this.#records.set(entry.key, { entry, order: null, isDirty: true, isGone: false, isTold: false, stored });
    void this.#flush();
  }

  /** Adds an entry that is already in the store and belongs to this page. */
  know({ order, ...entry }: StoredWrite): void {
    this.#records.set(entry.key, { entry, order, isDirty: false, isGone: false, isTold: true, stored: null });
  }

  /** Notifies other pages of those entries with the given keys that they do not know yet. */
  tell(keys: readonly string[]): void {
    const untold = keys.flatMap((key) => this.#records.get(key) ?? []).filter(({ isTold }) => !isTold);
    for (const record of untold) record.isTold = true;
    if (untold.length > 0) this.#onNews();
  }

  /** The keys of the entries that the store holds for this page, as far as this page knows. */
  get stored(): readonly string[] {
    const all = [...this.#records].filter(([, { order, isGone }]) => order !== null && !isGone);
    return all.map(([key]) => key);
  }

  /** Takes the entries of the store: adds refusals of other pages, and removes those that another page has decided. */
  learn(kept: readonly StoredWrite[]): void {
    const keys = new Set(kept.map(({ key }) => key));
    for (const [key, { entry, order }] of this.#records) {
      if (entry.refusal && order !== null && !keys.has(key)) this.#records.delete(key);
    }
    for (const entry of kept) if (entry.refusal && !this.has(entry.key)) this.know(entry);
  }

  change(key: string, part: Partial<NewStoredWrite>): void {
    const record = this.#records.get(key);
    if (!record || record.isGone) return;
    record.entry = { ...record.entry, ...part };
    this.#touch(record);
  }

  remove(key: string): void {
    const record = this.#records.get(key);
    if (!record) return;
    record.isGone = true;
    this.#touch(record);
  }

  #touch(record: Record): void {
    record.isDirty = true;
    void this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    for (let next = this.#dirty(); next; next = this.#dirty()) await this.#save(...next);
    this.#isFlushing = false;
  }

  #dirty(): [string, Record] | undefined {
    return [...this.#records].find(([, { isDirty }]) => isDirty);
  }

  async #save(key: string, record: Record): Promise<void> {
    const { entry, order, isGone, isTold, stored } = record;
    record.isDirty = false;
    try {
      if (isGone) {
        this.#records.delete(key);
        if (order !== null) await this.#store.remove([order]);
      } else if (order === null) {
        record.order = await this.#store.add(entry);
        record.stored = null;
        stored?.(true);
      } else await this.#store.put({ ...entry, order });
    } catch {
      // The browser refused, or the storage is full: the write lives only as long as the page.
      stored?.(false);
    }
    if (entry.refusal || (isTold && (isGone || entry.echoSeq !== null))) this.#onNews();
  }
}
