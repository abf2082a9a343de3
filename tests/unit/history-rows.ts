import { createTranslator } from "next-intl";
import { groupEvents } from "#app/trips/[tripId]/_model/history/history-groups.ts";
import { phraseOf } from "#app/trips/[tripId]/_model/history/history-phrase.ts";
import en from "#app/_i18n/messages/en/trip-activity.json" with { type: "json" };
import zh from "#app/_i18n/messages/zh/trip-activity.json" with { type: "json" };
import { history, historyNames, type EventInput } from "./history-events.ts";

const messages = { en, zh };
type Language = keyof typeof messages;

/** Returns the rows of the history in this language; a missing message throws. */
export function historyRows(language: Language, ...told: EventInput[]): string[] {
  const t = createTranslator({
    locale: language,
    messages: messages[language],
    onError: (error) => {
      throw error;
    },
  });
  return groupEvents(history(...told)).map((group) => {
    const { key, values } = phraseOf(group, historyNames);
    return t.markup(`says.${key}`, { who: "Jonas", ...values, b: (text: string) => text });
  });
}
