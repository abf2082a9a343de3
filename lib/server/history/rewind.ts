import type { LastRowChange, PastChange, TripRows } from "#db/queries/trip-history.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { LIST_RESOURCES, type ListKind, type ListResource } from "#lib/shared/resources/list-resources.ts";

interface Row {
  id: string;
  version: number;
  updatedAt: string;
  createdAt?: string;
  deletedAt?: string | null;
}

/** The lists of a trip's rows, by the first word of their events' ops. */
const LISTS = {
  day: "days",
  stop: "stops",
  reservation: "reservations",
  attachment: "attachments",
  decision: "decisions",
  suggestion: "suggestions",
  item: "items",
  expense: "expenses",
  settlement: "settlements",
  member: "members",
  comment: "comments",
  ...(Object.fromEntries(Object.values(LIST_RESOURCES).map(({ kind, list }) => [kind, list])) as {
    [K in ListKind]: ListResource<K>["list"];
  }),
} as const;

/** Events that only say who can see a private expense; the change itself has another event. */
const ASIDE: ReadonlySet<EventOp> = new Set<EventOp>(["expense.shared", "expense.withdrawn"]);

function isListed(kind: string): kind is keyof typeof LISTS {
  return kind in LISTS;
}

/**
 * Computes a trip's former rows: for each event that is undone, the old values go back into the row, or a row that the
 * event created is removed. Events must come newest first, each once.
 */
export class Rewind {
  readonly #lists: ReadonlyMap<string, Map<string, Row>>;
  readonly #votes: Map<string, TripRows["votes"][number]>;
  readonly #touched = new Map<string, { kind: string; id: string }>();
  #trip: TripRows["trip"];

  constructor(rows: TripRows) {
    this.#trip = rows.trip;
    const lists = Object.entries(LISTS).map(([kind, name]) => {
      const list: Row[] = rows[name];
      return [kind, new Map(list.map((row) => [row.id, row]))] as const;
    });
    this.#lists = new Map(lists);
    this.#votes = new Map(rows.votes.map((vote) => [voteKey(vote.stopId, vote.memberId), vote]));
  }

  takeBack(event: PastChange): void {
    if (ASIDE.has(event.op)) return;
    const kind = event.op.slice(0, event.op.indexOf("."));
    if (kind === "vote") this.#unvote(event);
    else if (kind === "trip") this.#untrip(event);
    else if (isListed(kind)) this.#unwrite(kind, event);
  }

  #unvote({ entityId, memberId, before }: PastChange): void {
    const key = voteKey(entityId, String(memberId));
    const held = this.#votes.get(key);
    if (held) this.#votes.set(key, { ...held, value: Number(before?.["value"] ?? 0) });
  }

  #untrip({ before, entityId }: PastChange): void {
    this.#touch("trip", entityId);
    this.#trip = { ...this.#trip, ...before, version: Math.max(1, this.#trip.version - 1) };
  }

  #unwrite(kind: keyof typeof LISTS, { entityId, before }: PastChange): void {
    const list = this.#lists.get(kind);
    const row = list?.get(entityId);
    if (!list || !row) return;
    this.#touch(kind, entityId);
    if (before === null && row.version <= 1) {
      list.delete(entityId);
      return;
    }
    list.set(entityId, { ...row, ...before, version: Math.max(1, row.version - 1) });
  }

  /** The rows that differ from the current ones. */
  get touched(): { kind: string; id: string }[] {
    return [...this.#touched.values()];
  }

  /** Notes a changed row with its kind, because ids are unique within a kind only. */
  #touch(kind: string, id: string): void {
    this.#touched.set(`${kind}:${id}`, { kind, id });
  }

  /** Returns the former rows. `touches` says when the rows that have changed since had been changed last before. */
  rows(seq: number, touches: LastRowChange[]): TripRows {
    const at = new Map(touches.map(({ kind, entityId, at: when }) => [`${kind}:${entityId}`, when]));
    const dateOf = (kind: string, row: Row) =>
      // Rows that were created with the trip have no event of their own.
      this.#touched.has(`${kind}:${row.id}`)
        ? (at.get(`${kind}:${row.id}`) ?? row.createdAt ?? this.#trip.createdAt)
        : row.updatedAt;
    const dated = (kind: string) =>
      [...(this.#lists.get(kind)?.values() ?? [])].map((row) => withDate(row, dateOf(kind, row)));
    const lists = Object.fromEntries(Object.entries(LISTS).map(([kind, name]) => [name, dated(kind)]));
    const own = `trip:${this.#trip.id}`;
    const updatedAt = at.get(own) ?? this.#trip.createdAt;
    const trip = this.#touched.has(own) ? { ...this.#trip, updatedAt } : this.#trip;
    // The cast is safe because each list contains rows of its own kind, and a `before` has fields of the same kind.
    return { ...lists, seq, trip, votes: [...this.#votes.values()] } as unknown as TripRows;
  }
}

function withDate(row: Row, updatedAt: string): Row {
  return { ...row, updatedAt };
}

function voteKey(stopId: string, memberId: string): string {
  return `${stopId}:${memberId}`;
}
