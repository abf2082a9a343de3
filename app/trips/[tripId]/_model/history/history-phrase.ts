import type { Messages } from "#app/_i18n/namespaces.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import type { EventOp, VisibleEvent } from "#lib/shared/events.ts";
import type { ListKind } from "#lib/shared/resources/list-resources.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { attachmentPhrase, reservationPhrase } from "./booking-phrase.ts";
import { commentPhrase } from "./comment-phrase.ts";
import { decisionPhrase, decisionGroupPhrase } from "./decision-phrase.ts";
import type { Changes, HistoryGroup } from "./history-groups.ts";
import { eventKind, netChanges } from "./history-groups.ts";
import { itemPhrase } from "./item-phrase.ts";
import { LIST_PHRASES } from "./list-row-phrase.ts";
import { multiRowPhrase } from "./many-phrase.ts";
import { expensePhrase, settlementPhrase } from "./money-phrase.ts";
import { memberPhrase, mergePhrase, ownerPhrase } from "./member-phrase.ts";
import { dayPhrase, stopPhrase, votePhrase } from "./stop-phrase.ts";
import { suggestionPhrase, suggestionGroupPhrase } from "./suggestion-phrase.ts";
import { datesPhrase, tripPhrase } from "./trip-phrase.ts";

export type PhraseKey = keyof Messages["trip-activity"]["says"];

/** A sentence of the history: the key of a message in `trip-activity` and its values. */
export interface Phrase {
  key: PhraseKey;
  values: Record<string, string | number>;
  /** The text that a member wrote, which is quoted. */
  quote?: string | null;
}

/** The kinds of rows that a sentence counts if there are too many to name. */
export type CountedKind =
  | "stop"
  | "reservation"
  | "attachment"
  | "decision"
  | "item"
  | "day"
  | "comment"
  | "expense"
  | "settlement"
  | "member"
  | ListKind
  | "other";

/** Functions that name the rows and values of the history, in the reader's language. */
export interface HistoryNames {
  /** Names a stop, reservation, attachment, item, decision or expense. */
  thing(id: string): string;
  day(id: string): string;
  /** Names a day, or Ideas for null. */
  list(dayId: string | null): string;
  /** Names the target of a comment. */
  target(target: CommentTarget): string;
  /** Names a member; the reader is "you". */
  member(id: string): string;
  range(start: string, end: string): string;
  field(name: string): string;
  value(field: string, value: unknown): string;
  money(value: MoneyValue): string;
  role(role: string): string;
  /** Lists names, for example "A, B and 2 more". */
  some(names: readonly string[]): string;
  /** Names a list resource with its article, for example "the link". */
  noun(kind: ListKind): string;
  /** Lists counts, for example "3 stops, 1 booking". */
  counts(counts: ReadonlyArray<readonly [CountedKind, number]>): string;
  /**
   * Returns the votes for a stop minus those against it at the time of an event; null if the stop does not exist any
   * more.
   */
  tally(stopId: string, seq: number): number | null;
}

export type EventOf<Op extends EventOp> = Extract<VisibleEvent, { op: Op }>;

/**
 * What the sentence of an event needs. Several similar events about the same row give one sentence, which is made
 * from the newest.
 */
export interface PhraseContext {
  names: HistoryNames;
  changes: Changes;
  events: readonly VisibleEvent[];
}

type Tell<Op extends EventOp> = (event: EventOf<Op>, told: PhraseContext) => Phrase;

/** The sentence of each op; an op that is missing here does not compile. */
const PHRASES: { readonly [Op in EventOp]: Tell<Op> } = {
  "trip.created": tripPhrase,
  "trip.updated": tripPhrase,
  "trip.archived": tripPhrase,
  "trip.unarchived": tripPhrase,
  "trip.deleted": tripPhrase,
  "trip.restored": tripPhrase,
  "day.created": dayPhrase,
  "day.updated": dayPhrase,
  "day.deleted": dayPhrase,
  "day.restored": dayPhrase,
  "stop.created": stopPhrase,
  "stop.updated": stopPhrase,
  "stop.moved": stopPhrase,
  "stop.deleted": stopPhrase,
  "stop.restored": stopPhrase,
  "vote.set": votePhrase,
  "comment.created": commentPhrase,
  "comment.updated": commentPhrase,
  "comment.resolved": commentPhrase,
  "comment.deleted": commentPhrase,
  "comment.restored": commentPhrase,
  "reservation.created": reservationPhrase,
  "reservation.updated": reservationPhrase,
  "reservation.deleted": reservationPhrase,
  "reservation.restored": reservationPhrase,
  "expense.created": expensePhrase,
  "expense.updated": expensePhrase,
  "expense.shared": expensePhrase,
  "expense.published": expensePhrase,
  "expense.withdrawn": expensePhrase,
  "expense.deleted": expensePhrase,
  "expense.restored": expensePhrase,
  "settlement.created": settlementPhrase,
  "settlement.updated": settlementPhrase,
  "settlement.deleted": settlementPhrase,
  "settlement.restored": settlementPhrase,
  "attachment.created": attachmentPhrase,
  "attachment.deleted": attachmentPhrase,
  "attachment.restored": attachmentPhrase,
  "decision.created": decisionPhrase,
  "decision.updated": decisionPhrase,
  "decision.tied": decisionPhrase,
  "decision.closed": decisionPhrase,
  "decision.reopened": decisionPhrase,
  "decision.deleted": decisionPhrase,
  "decision.restored": decisionPhrase,
  "suggestion.created": suggestionPhrase,
  "suggestion.answered": suggestionPhrase,
  "suggestion.reopened": suggestionPhrase,
  "item.created": itemPhrase,
  "item.updated": itemPhrase,
  "item.moved": itemPhrase,
  "item.deleted": itemPhrase,
  "item.restored": itemPhrase,
  ...LIST_PHRASES,
  "member.joined": memberPhrase,
  "member.updated": memberPhrase,
  "member.left": memberPhrase,
  // The event `members.invalidated` only makes clients load the members again; the history leaves it out.
  "members.invalidated": () => ({ key: "membersChanged", values: {} }),
};

/** Returns the sentence for a group; the caller adds `who`. */
export function phraseOf(group: Pick<HistoryGroup, "events">, names: HistoryNames): Phrase {
  const { events } = group;
  const last = events.at(-1);
  if (!last) return { key: "manyChanged", values: { what: "" } };
  const told = { names, changes: netChanges(events), events };
  const one =
    mergePhrase(events, names) ??
    datesPhrase(events, names) ??
    suggestionGroupPhrase(events, names) ??
    decisionGroupPhrase(events, names) ??
    ownerPhrase(events, names);
  if (one) return one;
  const kinds = new Set(events.map(({ entityId, op }) => `${eventKind(op)} ${entityId}`));
  // An entry of the table takes exactly the events of its op. An op of a newer version of the service has none.
  const tell = PHRASES[last.op] as Tell<EventOp> | undefined;
  return kinds.size === 1 && tell ? tell(last, told) : multiRowPhrase(events, names);
}
