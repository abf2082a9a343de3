import type { EventOp } from "#lib/shared/events.ts";
import type { ExpenseDto, NewExpense } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";

/** One write as its client knows it. */
export interface Entry {
  op: EventOp;
  /** Stands in the row that the write leaves, and nowhere else. */
  mark: string;
  state: "sent" | "acknowledged" | "refused";
  /** Why, where it was refused. */
  why?: string;
}

/** What the clients of one trip know of it: all that they did, and what the service said to that. */
export class TripLedger {
  readonly entries: Entry[] = [];
  /** By id; as they were sent last and acknowledged. */
  readonly expenses = new Map<string, Pick<ExpenseDto, "rate"> & { money: NewExpense["money"] }>();
  readonly settlements: Pick<SettlementDto, "from" | "to" | "amount" | "currency">[] = [];
  /** By stop and member. */
  readonly votes = new Map<string, number>();
  /** Bytes by the id of the file. */
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  budget: number | null = null;
  /** What no answer may be: another one to the same request. */
  readonly contradictions: string[] = [];

  get acknowledged(): number {
    return this.entries.filter(({ state }) => state === "acknowledged").length;
  }

  get unanswered(): number {
    return this.entries.filter(({ state }) => state === "sent").length;
  }

  /** Notes a write from before it is sent until it is answered. */
  async note<T>(op: EventOp, mark: string, send: () => Promise<T>): Promise<T | null> {
    const entry: Entry = { op, mark, state: "sent" };
    this.entries.push(entry);
    try {
      const answer = await send();
      entry.state = "acknowledged";
      return answer;
    } catch (error) {
      entry.state = "refused";
      entry.why = String(error);
      return null;
    }
  }
}
