import { LIST_RESOURCES, type ListKind, type ListOp } from "#lib/shared/resources/list-resources.ts";
import { fieldPhrase } from "./field-phrase.ts";
import type { EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

/** Returns the phrase for an event of any list resource. */
function listRowPhrase(
  kind: ListKind,
  event: EventOf<ListOp>,
  { changes, names, events }: PhraseContext,
): Phrase {
  const name = names.thing(event.entityId);
  const verb = event.op.slice(event.op.indexOf(".") + 1);
  if (verb === "created") return { key: "listRowAdded", values: { noun: names.noun(kind), name } };
  if (verb === "deleted") return { key: "deleted", values: { name } };
  if (verb === "restored") return { key: "restored", values: { name } };
  const isMove = events.every(({ op }) => op === `${kind}.moved`);
  return isMove
    ? { key: "listRowMoved", values: { noun: names.noun(kind), name } }
    : fieldPhrase(name, changes, names, events.length);
}

type Phrases = { readonly [Op in ListOp]: (event: EventOf<Op>, told: PhraseContext) => Phrase };

const VERBS = ["created", "updated", "moved", "deleted", "restored"] as const;

/** The phrases of all list resources, by op. */
export const LIST_PHRASES = Object.fromEntries(
  Object.values(LIST_RESOURCES).flatMap(({ kind }) =>
    VERBS.map((verb) => [
      `${kind}.${verb}`,
      (event: EventOf<ListOp>, told: PhraseContext) => listRowPhrase(kind, event, told),
    ]),
  ),
  // The cast is safe because there is a phrase for each verb of each kind.
) as Phrases;
