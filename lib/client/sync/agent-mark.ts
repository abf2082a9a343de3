import { Subscribers } from "../base/subscribers.ts";

export interface AgentActivity {
  /** The cursor of the newest known event of the agent. */
  cursor: number;
  isWorking: boolean;
}

/**
 * The state of the agent's button while the agent's drawer is closed: whether the agent works, and whether it has
 * answered since the person last looked.
 */
export class AgentBadge {
  readonly changes = new Subscribers<[]>();
  #news: AgentActivity = { cursor: 0, isWorking: false };
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

  /** Sets the storage that remembers which events this person has seen. */
  open(storage: Pick<Storage, "getItem" | "setItem"> | undefined): void {
    this.#storage = storage;
    const kept = storage?.getItem(this.#key) ?? null;
    if (kept !== null && this.#seen === null) this.#seen = Number(kept);
    this.changes.tell();
  }

  /**
   * Takes a report of the agent's state. Reports may come late and from several sources; one that is older than the
   * known state changes nothing.
   */
  hear(news: AgentActivity): void {
    if (news.cursor < this.#news.cursor) return;
    this.#news = { cursor: news.cursor, isWorking: news.isWorking };
    // A person who opens the trip for the first time has missed no answer.
    this.#seen ??= news.isWorking ? news.cursor - 1 : news.cursor;
    this.changes.tell();
  }

  /** Records that this person has seen all events up to `cursor`. */
  see(cursor: number): void {
    if (this.#seen !== null && cursor <= this.#seen) return;
    this.#seen = cursor;
    // Each word of an answer is an event, so the cursor is stored only when the answer has ended.
    if (!this.isWorking) this.#keep(cursor);
    this.changes.tell();
  }

  #keep(cursor: number): void {
    try {
      this.#storage?.setItem(this.#key, String(cursor));
    } catch {
      // The storage is full: the cursor is remembered until the page is closed.
    }
  }
}
