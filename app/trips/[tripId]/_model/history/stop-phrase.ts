import type { VisibleEvent } from "#lib/shared/events.ts";
import { fieldPhrase } from "./field-phrase.ts";
import type { HistoryNames, EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type DayOp = Extract<VisibleEvent["op"], `day.${string}`>;
type StopOp = Extract<VisibleEvent["op"], `stop.${string}`>;

export function dayPhrase(event: EventOf<DayOp>, { changes, names, events }: PhraseContext): Phrase {
  const day = names.day(event.entityId);
  if (event.op === "day.deleted") return { key: "dayRemoved", values: { day } };
  if (event.op !== "day.updated") return { key: "dayAdded", values: { day } };
  const title = changes["title"]?.[1];
  const isTitle = typeof title === "string" && Object.keys(changes).length === 1;
  if (isTitle) return { key: "dayTitled", values: { day, title } };
  const fields = Object.keys(changes).map((field) => names.field(field));
  if (fields.length === 1 && !("title" in changes)) return fieldPhrase(day, changes, names, events.length);
  return { key: "fieldsChanged", values: { name: day, fields: names.some(fields), times: events.length } };
}

export function stopPhrase(event: EventOf<StopOp>, told: PhraseContext): Phrase {
  const { names, events, changes } = told;
  const name = names.thing(event.entityId);
  switch (event.op) {
    case "stop.created":
      return { key: "stopAdded", values: { name, list: names.list(event.entity.dayId) } };
    case "stop.deleted":
      return { key: "deleted", values: { name } };
    case "stop.restored":
      return { key: "restored", values: { name } };
    case "stop.moved":
    case "stop.updated": {
      const isMove = events.every(({ op }) => op === "stop.moved");
      if (isMove) return movePhrase(event, told, name);
      const { dayId, position, ...fields } = changes;
      const moved = dayId ?? position;
      return fieldPhrase(name, moved ? { ...fields, inPlan: moved } : fields, names, events.length);
    }
    default:
      return event satisfies never;
  }
}

function movePhrase(
  event: EventOf<"stop.moved" | "stop.updated">,
  { changes, names }: PhraseContext,
  name: string,
): Phrase {
  const list = names.list(event.entity.dayId);
  const before = changes["dayId"]?.[0];
  if (before === undefined) return { key: "stopMovedWithin", values: { name, list } };
  return { key: "stopMoved", values: { name, list, from: names.list(idOrNull(before)) } };
}

function idOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function votePhrase(event: EventOf<"vote.set">, { names }: { names: HistoryNames }): Phrase {
  const name = names.thing(event.entityId);
  const { value } = event.entity;
  if (value === 0) return { key: "voteTaken", values: { name } };
  return { key: value > 0 ? "votedFor" : "votedAgainst", values: { name } };
}
