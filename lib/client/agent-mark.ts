import { Subscribers } from "./subscribers.ts";

export interface AgentNews {
  /** Of the last event of the agent that is known. */
  cursor: number;
  isWorking: boolean;
}

/** What the way to the agent shows while its drawer is closed: that it works, and that it has answered since one looked. */
export class AgentMark {
  readonly changes = new Subscribers<[]>();
  #news: AgentNews = { cursor: 0, isWorking: false };
  #seen: number | null = null;
  readonly #key: string;
  #storage: Pick<Storage, "getItem" | "setItem"> | undefined;

  constructor(tripId: string, userId: string) {
    this.#key = `wayfare agent ${tripId} ${userId}`;
  }

  get isWorking(): boolean {
    return this.#news.isWorking;
  }

  get hasNews(): boolean {
    return this.#seen !== null && !this.isWorking && this.#news.cursor > this.#seen;
  }

  /** Where it is remembered what this person has seen. */
  open(storage: Pick<Storage, "getItem" | "setItem"> | undefined): void {
    this.#storage = storage;
    const kept = storage?.getItem(this.#key) ?? null;
    if (kept !== null && this.#seen === null) this.#seen = Number(kept);
    this.changes.tell();
  }

  /** News may come late and by more than one way: older ones change nothing. */
  hear(news: AgentNews): void {
    if (news.cursor < this.#news.cursor) return;
    this.#news = { cursor: news.cursor, isWorking: news.isWorking };
    // Whoever comes here for the first time has missed nothing.
    this.#seen ??= news.isWorking ? news.cursor - 1 : news.cursor;
    this.changes.tell();
  }

  /** This person looks at everything up to here. */
  see(cursor: number): void {
    if (this.#seen !== null && cursor <= this.#seen) return;
    this.#seen = cursor;
    // Each word of an answer is an event: what is seen is written down when it has ended.
    if (!this.isWorking) this.#keep(cursor);
    this.changes.tell();
  }

  #keep(cursor: number): void {
    try {
      this.#storage?.setItem(this.#key, String(cursor));
    } catch {
      // The storage is full: what was seen is known until the page is left.
    }
  }
}
