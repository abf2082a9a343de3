import type { VisibleEvent } from "#lib/shared/events.ts";
import { fieldPhrase } from "./field-phrase.ts";
import type { Changes } from "./history-groups.ts";
import type { HistoryNames, EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type ItemOp = Extract<VisibleEvent["op"], `item.${string}`>;

export function itemPhrase(event: EventOf<ItemOp>, { changes, names, events }: PhraseContext): Phrase {
  const name = names.thing(event.entityId);
  switch (event.op) {
    case "item.created":
      return { key: "itemAdded", values: { name, list: event.entity.list } };
    case "item.deleted":
      return { key: "deleted", values: { name } };
    case "item.restored":
      return { key: "restored", values: { name } };
    case "item.moved":
    case "item.updated": {
      const isMove = events.every(({ op }) => op === "item.moved");
      if (isMove) return movePhrase(event, changes, name);
      const { position: _, ...fields } = changes;
      return itemChange(name, fields, names) ?? fieldPhrase(name, fields, names, events.length);
    }
    default:
      return event satisfies never;
  }
}

function movePhrase(
  { entity }: EventOf<"item.moved" | "item.updated">,
  changes: Changes,
  name: string,
): Phrase {
  const section = changes["section"] ? entity.section : null;
  if (section !== null) return { key: "itemMovedTo", values: { name, section } };
  return { key: "itemMoved", values: { name, list: entity.list } };
}

/** Returns the sentence for a change of an item that has its own message; null for other fields. */
function itemChange(name: string, changes: Changes, names: HistoryNames): Phrase | null {
  const [only, ...others] = Object.entries(changes);
  if (!only || others.length > 0) return null;
  const [field, [, after]] = only;
  switch (field) {
    case "doneAt":
      return { key: after === null ? "itemOpened" : "itemTicked", values: { name } };
    case "ownerId":
      return { key: "itemShared", values: { name } };
    case "assigneeId":
      return typeof after === "string"
        ? { key: "itemAssigned", values: { name, member: names.member(after) } }
        : { key: "itemUnassigned", values: { name } };
    default:
      return null;
  }
}
