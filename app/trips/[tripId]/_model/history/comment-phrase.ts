import type { VisibleEvent } from "#lib/shared/events.ts";
import type { EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type CommentOp = Extract<VisibleEvent["op"], `comment.${string}`>;

export function commentPhrase(event: EventOf<CommentOp>, { names }: PhraseContext): Phrase {
  const values = { name: names.target(event.entity.target) };
  switch (event.op) {
    case "comment.created":
      return { key: "commented", values, quote: event.entity.body };
    case "comment.updated":
      return { key: "commentEdited", values, quote: event.entity.body };
    case "comment.resolved":
      return {
        key: event.entity.resolvedAt ? "commentSettled" : "commentReopened",
        values,
        quote: event.entity.body,
      };
    case "comment.deleted":
      return { key: "commentDeleted", values };
    case "comment.restored":
      return { key: "commentRestored", values, quote: event.entity.body };
    default:
      return event satisfies never;
  }
}
