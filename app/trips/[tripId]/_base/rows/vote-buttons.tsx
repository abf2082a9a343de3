"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Toggle } from "#app/_ui/toggle.tsx";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { useMay } from "../may.tsx";
import { usePeople } from "../people.tsx";
import { useSuggestedMark } from "../suggestions/use-suggested.ts";

/** The buttons for and against a stop with their counts; pressing one's own vote again removes it. */
export function VoteButtons({ stop, className }: { stop: StopDto; className?: string }) {
  const t = useTranslations("trip");
  const actions = useTripActions();
  const { join } = useMay();
  const { me } = usePeople();
  const isDrafted = useSuggestedMark(stop.id)?.isNew === true;
  const mine = stop.votes.find(({ memberId }) => memberId === me?.id)?.value ?? 0;
  const count = (value: number) => stop.votes.filter((vote) => vote.value === value).length;
  // A refusal is reported separately.
  const vote = (value: -1 | 0 | 1) => void actions.vote(stop.id, value).catch(() => {});
  const choices = [
    { value: 1, icon: ThumbsUp, label: t("voteFor", { name: stop.name, count: count(1) }) },
    { value: -1, icon: ThumbsDown, label: t("voteAgainst", { name: stop.name, count: count(-1) }) },
  ] as const;
  return (
    <span className={className ?? "relative inline-flex gap-0.5"}>
      {choices.map(({ value, icon, label }) => (
        <Toggle
          key={value}
          look="vote"
          icon={icon}
          pressed={mine === value}
          disabled={!join || !me || isDrafted}
          aria-label={label}
          onToggle={(pressed) => vote(pressed ? value : 0)}
          className="text-xs"
        >
          {count(value)}
        </Toggle>
      ))}
    </span>
  );
}
