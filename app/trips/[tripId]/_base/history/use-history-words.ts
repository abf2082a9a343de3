"use client";

import type { ReactNode } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { shortName, usePeople } from "../people.tsx";
import type { HistoryGroup } from "../../_model/history/history-groups.ts";
import { type PhraseKey, phraseOf } from "../../_model/history/history-phrase.ts";
import { useHistoryNames } from "./use-history-names.ts";

type Doer = Pick<HistoryGroup, "actorId" | "via">;

/**
 * Returns functions that make the sentences of the history.
 * @param events all loaded events, which contain the names of deleted rows
 */
export function useHistoryWords(events: readonly VisibleEvent[]) {
  const t = useTranslations("trip-activity");
  const people = usePeople();
  const names = useHistoryNames(events);

  /**
   * Returns the name of whoever made a change: a member, an agent or the service.
   * @param inside whether the name stands in the middle of a sentence
   */
  function who({ actorId, via }: Doer, inside = false): string {
    if (actorId === null) return t("service");
    const person = people.byUser.get(actorId);
    const isMe = person !== undefined && person === people.me;
    if (via === "agent" && isMe) return t(inside ? "yourAgentInside" : "yourAgent");
    if (isMe) return t(inside ? "youInside" : "you");
    if (!person) return t(inside ? "someoneInside" : "someone");
    return via === "agent" ? t("agentOf", { name: shortName(person.name) }) : shortName(person.name);
  }

  /** Returns the sentence as plain text. */
  function sentence(group: HistoryGroup, inside = false): string {
    const { key, values } = told(group);
    return t.markup(`says.${key}`, { ...values, who: who(group, inside), b: (text: string) => text });
  }

  /** Returns the sentence as plain text without the name of the row: "Jonas changed the time from 08:00 to 07:30". */
  function sentenceOfOne(group: HistoryGroup): string {
    const { key, values } = told(group);
    return isOfOne(key) ? t(`ofStop.${key}`, { ...values, who: who(group) }) : sentence(group);
  }

  /** Returns the sentence with the name of who did it in bold. */
  function rich(group: HistoryGroup, bold: (text: ReactNode) => ReactNode): ReactNode {
    const { key, values } = told(group);
    return t.rich(`says.${key}`, { ...values, who: who(group), b: bold });
  }

  function quote(group: HistoryGroup): string | null {
    return group.answers ? null : (phraseOf(group, names).quote ?? null);
  }

  function told(group: HistoryGroup): Pick<ReturnType<typeof phraseOf>, "key" | "values"> {
    if (!group.answers) return phraseOf(group, names);
    const { group: root, isRedo } = group.answers;
    return { key: isRedo ? "redid" : "undid", values: { line: sentence(root, true) } };
  }

  return { who, sentence, sentenceOfOne, rich, quote };
}

export type HistoryWords = ReturnType<typeof useHistoryWords>;

const OF_ONE = [
  "stopAdded",
  "bookingAdded",
  "fieldSet",
  "fieldChanged",
  "fieldEmptied",
  "fieldsChanged",
  "renamed",
  "stopMoved",
  "stopMovedWithin",
  "restored",
] as const satisfies readonly PhraseKey[];

function isOfOne(key: PhraseKey): key is (typeof OF_ONE)[number] {
  return OF_ONE.some((each) => each === key);
}
