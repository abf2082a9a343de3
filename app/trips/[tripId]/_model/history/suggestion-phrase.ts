import type { VisibleEvent } from "#lib/shared/events.ts";
import type { HistoryNames, EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type SuggestionOp = Extract<VisibleEvent["op"], `suggestion.${string}`>;
type SuggestionEvent = EventOf<SuggestionOp>;

/**
 * Returns one sentence for the answer to a suggestion, however many rows it changed; null if the group did something
 * else.
 */
export function suggestionGroupPhrase(events: readonly VisibleEvent[], names: HistoryNames): Phrase | null {
  const answer = events.findLast((event): event is SuggestionEvent => event.op.startsWith("suggestion."));
  return answer ? suggestionPhrase(answer, { names }) : null;
}

export function suggestionPhrase(event: SuggestionEvent, { names }: Pick<PhraseContext, "names">): Phrase {
  const { lines, memberId, note, answer, status } = event.entity;
  const count = lines.length;
  const values = { count, from: names.member(memberId) };
  if (event.op === "suggestion.created") return { key: "suggested", values: { count }, quote: note };
  if (event.op === "suggestion.reopened") return { key: "suggestionReopened", values };
  const taken = lines.filter(({ isAccepted }) => isAccepted).length;
  switch (status) {
    case "accepted":
      return { key: "suggestionTaken", values };
    case "partly":
      return { key: "suggestionPartly", values: { ...values, taken } };
    case "dismissed":
      return { key: "suggestionDismissed", values, quote: answer };
    case "withdrawn":
      return { key: "suggestionWithdrawn", values: { count } };
    case "open":
      return { key: "suggestionReopened", values };
    default:
      return status satisfies never;
  }
}
