import type { VisibleEvent } from "#lib/shared/events.ts";
import type { HistoryNames, EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type DecisionOp = Extract<VisibleEvent["op"], `decision.${string}`>;
type DecisionEvent = EventOf<DecisionOp>;

/**
 * Returns one sentence for a decision that was closed or reopened, however many stops that moved; null if the group
 * did something else.
 */
export function decisionGroupPhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase | null {
  const asked = events.filter((event): event is DecisionEvent => event.op.startsWith("decision."));
  const last = asked.at(-1);
  const isOneDeed = new Set(asked.map(({ entityId }) => entityId)).size === 1;
  if (!last || !isOneDeed) return null;
  if (events.some(({ op }) => op !== "stop.moved" && !op.startsWith("decision."))) return null;
  return decisionPhrase(last, { events, names });
}

export function decisionPhrase(
  event: DecisionEvent,
  { events, names }: Omit<PhraseContext, "changes">,
): Phrase {
  const title = names.thing(event.entityId);
  switch (event.op) {
    case "decision.created":
      return { key: "decisionAsked", values: { title } };
    case "decision.updated": {
      const fields = events.flatMap(({ op, changes }) =>
        op === "decision.updated" ? Object.keys(changes ?? {}).filter((field) => field !== "status") : [],
      );
      const named = [...new Set(fields)].map((field) => names.field(field));
      return { key: "decisionChanged", values: { title, fields: names.some(named) } };
    }
    case "decision.closed":
      return closedPhrase(event, title, events, names);
    case "decision.tied":
      return { key: "decisionTied", values: { title } };
    case "decision.reopened":
      return { key: "decisionReopened", values: { title } };
    case "decision.deleted":
      return { key: "decisionDeleted", values: { title } };
    case "decision.restored":
      return { key: "decisionRestored", values: { title } };
    default:
      return event satisfies never;
  }
}

function closedPhrase(
  { seq, entity: { winnerId } }: EventOf<"decision.closed">,
  title: string,
  events: readonly VisibleEvent[],
  names: HistoryNames,
): Phrase {
  const moves = events.filter((event) => event.op === "stop.moved");
  const dayId = moves.find(({ entityId }) => entityId === winnerId)?.entity.dayId ?? null;
  const losers = moves.filter(({ entityId, entity }) => entityId !== winnerId && entity.dayId === null);
  const values = {
    title,
    name: winnerId === null ? "" : names.thing(winnerId),
    // If the winner was chosen against the votes, the sentence gives no negative tally.
    votes: Math.max(0, (winnerId === null ? null : names.tally(winnerId, seq)) ?? 0),
    back: losers.length,
    backNames: names.some(losers.map(({ entityId }) => names.thing(entityId))),
  };
  if (dayId === null) return { key: "decisionClosed", values };
  return { key: "decisionClosedTo", values: { ...values, list: names.list(dayId) } };
}
