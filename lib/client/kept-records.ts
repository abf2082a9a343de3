import type { KeptWrite } from "./kept-write.ts";
import type { NewKept, WriteStore } from "./write-store.ts";

interface Record {
  entry: NewKept;
  /** Its place in the store; null: it is not there yet. */
  order: number | null;
  isDirty: boolean;
  isGone: boolean;
  /** Other pages count it among what is unsent. */
  isTold: boolean;
  stored: ((isKept: boolean) => void) | null;
}

/** What this page knows of the store, which it brings up to date in the order of the writes, one step at a time. */
export class KeptRecords {
  readonly #store: WriteStore;
  readonly #onNews: () => void;
  readonly #records = new Map<string, Record>();
  #isFlushing = false;

  /** @param onNews other pages should look again */
  constructor(store: WriteStore, onNews: () => void) {
    this.#store = store;
    this.#onNews = onNews;
  }

  has(key: string): boolean {
    return this.#records.has(key);
  }

  get refused(): readonly NewKept[] {
    const all = [...this.#records.values()].filter(({ entry, isGone }) => entry.refusal && !isGone);
    return all.map(({ entry }) => entry).toSorted((a, b) => a.at - b.at);
  }

  /** `stored` hears whether it could be written down. */
  add(entry: NewKept, stored: (isKept: boolean) => void): void {
    this.#records.set(entry.key, { entry, order: null, isDirty: true, isGone: false, isTold: false, stored });
    void this.#flush();
  }

  /** It is in the store, as this page's own. */
  know({ order, ...entry }: KeptWrite): void {
    this.#records.set(entry.key, { entry, order, isDirty: false, isGone: false, isTold: true, stored: null });
  }

  /** Tells other pages of those among these that they have not been told of. */
  tell(keys: readonly string[]): void {
    const untold = keys.flatMap((key) => this.#records.get(key) ?? []).filter(({ isTold }) => !isTold);
    for (const record of untold) record.isTold = true;
    if (untold.length > 0) this.#onNews();
  }

  /** What the store holds for this page, as far as is known. */
  get stored(): readonly string[] {
    const all = [...this.#records].filter(([, { order, isGone }]) => order !== null && !isGone);
    return all.map(([key]) => key);
  }

  /** What the store has: refusals that other pages were told, or have decided. */
  learn(kept: readonly KeptWrite[]): void {
    const keys = new Set(kept.map(({ key }) => key));
    for (const [key, { entry, order }] of this.#records) {
      if (entry.refusal && order !== null && !keys.has(key)) this.#records.delete(key);
    }
    for (const entry of kept) if (entry.refusal && !this.has(entry.key)) this.know(entry);
  }

  change(key: string, part: Partial<NewKept>): void {
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
      // Refused, or full: it lives as long as the page.
      stored?.(false);
    }
    if (entry.refusal || (isTold && (isGone || entry.echoSeq !== null))) this.#onNews();
  }
}
