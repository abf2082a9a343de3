"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useAnsweredSuggestions } from "#lib/client/open-trip/suggestions.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { usePeople } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";
import { SuggestionCard } from "../_base/suggestions/suggestion-card.tsx";
import { Card } from "./card.tsx";
import { usePreservedFocus } from "./use-preserved-focus.ts";

/**
 * Shows a suggestion that the agent made on a member's behalf. Editors accept all or some of its changes or dismiss
 * it, as with any suggestion.
 */
export function ProposalCard({ suggestionId }: { suggestionId: string }) {
  const open = useTrip((trip) => trip.suggestions.find(({ id }) => id === suggestionId) ?? null);
  const isNewest = useTrip((trip) => open !== null && !trip.suggestions.some(isNewerThan(open)));
  const focus = usePreservedFocus<HTMLDivElement>(open === null);
  return (
    <div {...focus}>
      {open ? (
        <div className="-mx-5 [&>article]:mb-0">
          <SuggestionCard suggestion={open} isFirst={isNewest} />
        </div>
      ) : (
        <Answered suggestionId={suggestionId} />
      )}
    </div>
  );
}

function isNewerThan({ createdAt }: SuggestionDto) {
  return (other: SuggestionDto) => other.createdAt > createdAt;
}

function Answered({ suggestionId }: { suggestionId: string }) {
  const t = useTranslations("trip-agent");
  const view = useView();
  const { byMember } = usePeople();
  const { suggestions, isPending } = useAnsweredSuggestions();
  const found = suggestions.find(({ id }) => id === suggestionId);
  const name = byMember.get(found?.answeredBy ?? "")?.name ?? t("someone");
  const total = found?.lines.length ?? 0;
  const taken = found?.lines.filter(({ isAccepted }) => isAccepted).length ?? 0;
  const status = found === undefined || found.status === "open" ? "closed" : found.status;
  return (
    <Card
      title={t("proposal.title")}
      aside={
        <TextButton className="text-xs" onClick={view.openSuggestions}>
          {t("proposal.look")}
        </TextButton>
      }
    >
      {isPending ? (
        <Skeleton className="h-5 w-40" />
      ) : (
        <p className="text-sm text-text-3">{t(`proposal.${status}`, { name, taken, total })}</p>
      )}
    </Card>
  );
}
