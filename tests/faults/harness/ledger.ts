import type { EventOp } from "#lib/shared/events.ts";
import type { ExpenseDto, NewExpense } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";

/** One write as its client knows it. */
export interface Entry {
  op: EventOp;
  /** A text that is only in the row that the write creates. */
  mark: string;
  state: "sent" | "acknowledged" | "refused";
  /** The reason, if the write was refused. */
  why?: string;
}

/** What the clients of one trip know: all their writes, and the service's answers to them. */
export class TripLedger {
  readonly entries: Entry[] = [];
  /** The expenses by their ids, in the state that was last sent and acknowledged. */
  readonly expenses = new Map<string, Pick<ExpenseDto, "rate"> & { money: NewExpense["money"] }>();
  readonly settlements: Pick<SettlementDto, "from" | "to" | "amount" | "currency">[] = [];
  /** The members' votes by a key of stop and member. */
  readonly votes = new Map<string, number>();
  /** The uploaded bytes of each attachment, by its id. */
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  budget: number | null = null;
  /** Answers that differ from an earlier answer to the same request, which no answer may do. */
  readonly contradictions: string[] = [];

  get acknowledged(): number {
    return this.entries.filter(({ state }) => state === "acknowledged").length;
  }

  get unanswered(): number {
    return this.entries.filter(({ state }) => state === "sent").length;
  }

  /** Records a write before it is sent and again when it is answered. */
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
