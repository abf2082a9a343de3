import type { CountedExpense, LedgerTrip } from "#db/queries/ledger.ts";
import { RunningSums, type Sums } from "./running-sums.ts";

/** An entry that everybody sees, as JSON text; null: it counts for nothing any more. */
export interface SharedEntry {
  kind: "expense" | "settlement";
  id: string;
  entry: string | null;
}

/**
 * A trip's shared entries, and what they come to. It is brought up to date by the entries that the log names since, so
 * that a change costs what has changed, however long the ledger is. Entries stay texts: parsed, they would take several
 * times the room.
 */
export class KeptLedger {
  #trip: LedgerTrip;
  #running: RunningSums;
  #sums: Sums | undefined;
  /** By kind and id: an expense and a settlement may have the same one. */
  readonly #entries = new Map<string, { kind: SharedEntry["kind"]; text: string }>();
  /** Since then it says nothing that can be believed. */
  #failure: unknown;
  /** Characters. */
  size = 0;

  /** @throws RangeError as `inCurrencyOf` */
  constructor(trip: LedgerTrip, entries: readonly SharedEntry[]) {
    this.#trip = trip;
    this.#running = new RunningSums(trip);
    this.#add(entries);
  }

  /** As of the last reading that it was given. */
  get trip(): LedgerTrip {
    return this.#trip;
  }

  get sums(): Sums {
    this.#sums ??= this.#running.read();
    return this.#sums;
  }

  /**
   * @param changed every entry that has changed since a reading which this has seen, as they are at `trip.seq`; nothing
   * is done with a reading that is older than what is known already
   * @throws RangeError as `inCurrencyOf`, and from then on whenever it is asked again
   */
  update(trip: LedgerTrip, changed: readonly SharedEntry[]): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (trip.seq <= this.#trip.seq) return;
    try {
      this.#bring(trip, changed);
    } catch (error) {
      // Others who have found it wait for their own readings, and must not take what is half done for the whole.
      this.#failure = error;
      throw error;
    }
  }

  #bring(trip: LedgerTrip, changed: readonly SharedEntry[]): void {
    const isSameMoney = moneyOf(trip) === moneyOf(this.#trip);
    this.#trip = trip;
    if (changed.length === 0 && isSameMoney) return;
    this.#sums = undefined;
    // All that goes, before anything comes: never is more in the sums than a trip may hold, so that they stay exact.
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

  /** None of them is there. */
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
    // The text is what the query says it is.
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

/** What a ledger takes beside its entries. */
const OWN_SIZE = 4000;

/** The ledgers that were read last. */
export class KeptLedgers {
  readonly #most: number;
  readonly #kept = new Map<string, { ledger: KeptLedger; size: number }>();
  #size = 0;

  /** @param most characters; the newest one is kept whatever its size */
  constructor(most: number) {
    this.#most = most;
  }

  find(tripId: string): KeptLedger | undefined {
    return this.#kept.get(tripId)?.ledger;
  }

  keep(tripId: string, ledger: KeptLedger): void {
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
