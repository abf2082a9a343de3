"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { VoteButtons } from "../_base/rows/vote-buttons.tsx";
import { shortName, usePeople } from "../_base/people.tsx";
import { PropRow } from "../_base/fields/prop-row.tsx";

/** Shows the votes for and against the stop, with names. */
export function VotesProp({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const { byMember } = usePeople();
  const names = (value: number) =>
    stop.votes
      .flatMap((vote) => (vote.value === value ? (byMember.get(vote.memberId)?.name ?? []) : []))
      .map(shortName);
  const [up, down] = [names(1), names(-1)];
  const said = [
    up.length > 0 ? t("namesFor", { names: formats.list(up) }) : "",
    down.length > 0 ? t("namesAgainst", { names: formats.list(down), count: down.length }) : "",
  ].filter(Boolean);
  return (
    <PropRow label={t("votes")} note={said.length > 0 ? said.join(" · ") : undefined}>
      <VoteButtons stop={stop} className="relative -ml-2 inline-flex gap-0.5 py-0.5" />
    </PropRow>
  );
}
