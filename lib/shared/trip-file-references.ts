import type * as z from "zod";
import type { CommentTarget } from "./comments.ts";
import type { ExpenseMoney } from "./expense-shares.ts";

type Ref = string | null | undefined;
type Refs = readonly string[] | null | undefined;
type Path = (string | number)[];

interface Row {
  id: string;
}

interface Lists {
  exportedBy: Ref;
  trip: Row & { cover: { kind: string; id?: string } | null };
  members: Row[];
  days: Row[];
  stops: (Row & { dayId: Ref; participants?: Refs; votes: { memberId: string }[] })[];
  reservations: (Row & { stopId?: Ref; participants?: Refs })[];
  decisions: (Row & { candidates: string[]; dayId: Ref; winnerId: Ref; status: string; closedAt: Ref })[];
  items: (Row & { assigneeId: Ref })[];
  expenses: (Row & { money: ExpenseMoney; stopId: Ref; reservationId: Ref; createdBy: Ref })[];
  settlements: (Row & { from: string; to: string; createdBy: Ref })[];
  comments: (Row & { target: CommentTarget; memberId: string; mentions: string[] })[];
  attachments: (Row & { target: CommentTarget })[];
}

const LISTS = [
  "members",
  "days",
  "stops",
  "reservations",
  "decisions",
  "items",
  "expenses",
  "settlements",
  "comments",
] as const;
type ListName = (typeof LISTS)[number];

/** Checks that every id that a row names belongs to a row of the file, and that no two rows share an id. */
export function checkReferences(file: Lists, ctx: z.RefinementCtx): void {
  const checks = new Checks(file, ctx);
  checks.one("members", file.exportedBy, ["exportedBy"]);
  if (file.trip.cover?.kind === "stop") checks.one("stops", file.trip.cover.id, ["trip", "cover", "id"]);
  for (const [index, stop] of file.stops.entries()) {
    const path = ["stops", index];
    checks.one("days", stop.dayId, [...path, "dayId"]);
    checks.all("members", stop.participants, [...path, "participants"]);
    const voters = stop.votes.map(({ memberId }) => memberId);
    checks.all("members", voters, [...path, "votes"]);
  }
  for (const [index, reservation] of file.reservations.entries()) {
    checks.one("stops", reservation.stopId, ["reservations", index, "stopId"]);
    checks.all("members", reservation.participants, ["reservations", index, "participants"]);
  }
  for (const [index, { assigneeId }] of file.items.entries()) {
    checks.one("members", assigneeId, ["items", index, "assigneeId"]);
  }
  for (const [index, comment] of file.comments.entries()) {
    const path = ["comments", index];
    checks.target(comment.target, [...path, "target"]);
    checks.one("members", comment.memberId, [...path, "memberId"]);
    checks.all("members", comment.mentions, [...path, "mentions"]);
  }
  for (const [index, { target }] of file.attachments.entries()) {
    checks.target(target, ["attachments", index, "target"]);
  }
  checkDecisions(file, checks);
  checkPeopleInMoney(file, checks);
}

function checkPeopleInMoney({ expenses, settlements }: Lists, checks: Checks): void {
  for (const [index, { money, stopId, reservationId, createdBy }] of expenses.entries()) {
    const path = ["expenses", index];
    checks.one("stops", stopId, [...path, "stopId"]);
    checks.one("reservations", reservationId, [...path, "reservationId"]);
    checks.one("members", createdBy, [...path, "createdBy"]);
    for (const [place, { memberId }] of money.payers.entries()) {
      checks.one("members", memberId, [...path, "money", "payers", place, "memberId"]);
    }
    for (const [place, { memberId }] of money.split.parts.entries()) {
      checks.one("members", memberId, [...path, "money", "split", "parts", place, "memberId"]);
    }
    for (const [place, { memberIds }] of (money.split.items ?? []).entries()) {
      checks.all("members", memberIds, [...path, "money", "split", "items", place, "memberIds"]);
    }
  }
  for (const [index, { from, to, createdBy }] of settlements.entries()) {
    checks.one("members", from, ["settlements", index, "from"]);
    checks.one("members", to, ["settlements", index, "to"]);
    checks.one("members", createdBy, ["settlements", index, "createdBy"]);
  }
}

function checkDecisions({ decisions }: Lists, checks: Checks): void {
  const asked = new Set<string>();
  for (const [index, { candidates, dayId, winnerId, status, closedAt }] of decisions.entries()) {
    const path = ["decisions", index];
    checks.one("days", dayId, [...path, "dayId"]);
    checks.one("stops", winnerId, [...path, "winnerId"]);
    checks.all("stops", candidates, [...path, "candidates"]);
    if ((status === "closed") !== (closedAt !== null)) {
      checks.refuse([...path, "closedAt"], "Closed decisions, and no others, say when that was.");
    }
    if (status === "closed") continue;
    if (candidates.some((id) => asked.has(id))) {
      checks.refuse([...path, "candidates"], "A stop can be in one open decision only.");
    }
    for (const id of candidates) asked.add(id);
  }
}

class Checks {
  readonly #ctx: z.RefinementCtx;
  readonly #ids: Record<ListName, ReadonlySet<string>>;
  readonly #tripId: string;

  constructor(file: Lists, ctx: z.RefinementCtx) {
    this.#ctx = ctx;
    this.#tripId = file.trip.id;
    // The cast is safe because there is one entry for each name.
    this.#ids = Object.fromEntries(LISTS.map((name) => [name, this.#idsOf(file[name], name)])) as Record<
      ListName,
      ReadonlySet<string>
    >;
  }

  #idsOf(rows: readonly Row[], name: ListName): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const [index, { id }] of rows.entries()) {
      if (ids.has(id)) this.refuse([name, index, "id"], "Two rows have this id.");
      ids.add(id);
    }
    return ids;
  }

  refuse(path: Path, message: string): void {
    this.#ctx.addIssue({ code: "custom", path, message });
  }

  one(list: ListName, id: Ref, path: Path): void {
    if (typeof id === "string" && !this.#ids[list].has(id))
      this.refuse(path, "Nothing in the file has this id.");
  }

  all(list: ListName, ids: Refs, path: Path): void {
    for (const [index, id] of (ids ?? []).entries()) this.one(list, id, [...path, index]);
    if (new Set(ids).size !== (ids?.length ?? 0)) this.refuse(path, "An id stands here twice.");
  }

  target({ kind, id }: CommentTarget, path: Path): void {
    if (kind === "trip" && id !== this.#tripId) this.refuse(path, "This is not the file's trip.");
    if (kind === "stop") this.one("stops", id, path);
    if (kind === "reservation") this.one("reservations", id, path);
    if (kind === "expense") this.one("expenses", id, path);
  }
}
