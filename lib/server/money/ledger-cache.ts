import type { CountedExpense, LedgerTrip } from "#db/queries/ledger.ts";
import { RunningSums, type Sums } from "./running-sums.ts";

/** An entry of the ledger that everybody sees, as JSON text; null: it no longer counts. */
export interface SharedEntry {
  kind: "expense" | "settlement";
  id: string;
  entry: string | null;
}

/**
 * A cache of a trip's shared entries and their sums. It is updated with the entries that the event log names since the
 * last read, so the cost depends on the change and not on the length of the ledger. Entries are stored as texts,
 * because parsed they would need several times the memory.
 */
export class CachedLedger {
  #trip: LedgerTrip;
  #running: RunningSums;
  #sums: Sums | undefined;
  /** The entries by kind and id, because an expense and a settlement may have the same id. */
  readonly #entries = new Map<string, { kind: SharedEntry["kind"]; text: string }>();
  /** The error of a failed update, after which the sums are wrong. */
  #failure: unknown;
  /** The length of all entries in characters. */
  size = 0;

  /** @throws RangeError as `convertToTripCurrency` */
  constructor(trip: LedgerTrip, entries: readonly SharedEntry[]) {
    this.#trip = trip;
    this.#running = new RunningSums(trip);
    this.#add(entries);
  }

  /** The trip as of the latest update. */
  get trip(): LedgerTrip {
    return this.#trip;
  }

  get sums(): Sums {
    this.#sums ??= this.#running.read();
    return this.#sums;
  }

  /**
   * Updates the entries and their sums. An update that is older than the cached state is ignored.
   * @param changed every entry that has changed since a state that this ledger has had, as of `trip.seq`
   * @throws RangeError as `convertToTripCurrency`, and from then on at each further call
   */
  update(trip: LedgerTrip, changed: readonly SharedEntry[]): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (trip.seq <= this.#trip.seq) return;
    try {
      this.#bring(trip, changed);
    } catch (error) {
      // Concurrent requests hold the same ledger, and must not take its half-updated state for complete.
      this.#failure = error;
      throw error;
    }
  }

  #bring(trip: LedgerTrip, changed: readonly SharedEntry[]): void {
    const isSameMoney = moneyOf(trip) === moneyOf(this.#trip);
    this.#trip = trip;
    if (changed.length === 0 && isSameMoney) return;
    this.#sums = undefined;
    // Old entries are subtracted before new ones are added: so the sums never contain more than a trip may have, and
    // stay exact.
    this.#take(changed);
    if (!isSameMoney) this.#recount(trip);
    this.#add(changed);
  }

  #recount(trip: LedgerTrip): void {
    this.#running = new RunningSums(trip);
    for (const { kind, text } of this.#entries.values()) this.#count(kind, text, 1);
  }

  #take(entries: readonly SharedEntry[]): void {
    for (const entry of entries) {
      const key = keyOf(entry);
      const known = this.#entries.get(key);
      if (!known) continue;
      this.#count(known.kind, known.text, -1);
      this.size -= known.text.length;
      this.#entries.delete(key);
    }
  }

  /** Adds entries that the ledger does not contain. */
  #add(entries: readonly SharedEntry[]): void {
    for (const entry of entries) {
      const { kind, entry: text } = entry;
      if (text === null) continue;
      this.#count(kind, text, 1);
      this.size += text.length;
      this.#entries.set(keyOf(entry), { kind, text });
    }
  }

  #count(kind: SharedEntry["kind"], text: string, sign: 1 | -1): void {
    // The cast is safe because the query defines the JSON's type.
    if (kind === "expense") this.#running.expense(JSON.parse(text) as CountedExpense, sign);
    else this.#running.settlement(JSON.parse(text), sign);
  }
}

function keyOf({ kind, id }: SharedEntry): string {
  return `${kind} ${id}`;
}

function moneyOf({ currency, formerCurrencies }: LedgerTrip): string {
  return JSON.stringify([currency, formerCurrencies]);
}

/** The size of a ledger without its entries, in characters. */
const OWN_SIZE = 4000;

/** A cache of the ledgers that were read last. */
export class LedgerCache {
  readonly #most: number;
  readonly #kept = new Map<string, { ledger: CachedLedger; size: number }>();
  #size = 0;

  /** @param most the limit in characters; the newest ledger is stored whatever its size */
  constructor(most: number) {
    this.#most = most;
  }

  find(tripId: string): CachedLedger | undefined {
    return this.#kept.get(tripId)?.ledger;
  }

  keep(tripId: string, ledger: CachedLedger): void {
    this.drop(tripId);
    const size = ledger.size + OWN_SIZE;
    this.#kept.set(tripId, { ledger, size });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most || oldest === tripId) return;
      this.drop(oldest);
    }
  }

  drop(tripId: string): void {
    this.#size -= this.#kept.get(tripId)?.size ?? 0;
    this.#kept.delete(tripId);
  }
}
