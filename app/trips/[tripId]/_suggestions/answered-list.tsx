"use client";

import { Check, Minus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { SkeletonRows } from "#app/_ui/skeleton-rows.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { type AnsweredSuggestions, useAnsweredSuggestions } from "#lib/client/open-trip/suggestions.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { usePeople } from "../_base/people.tsx";
import { CardHead } from "../_base/suggestions/suggestion-card.tsx";
import { diffOfChange } from "../_model/suggestions/line-diff.ts";
import { SuggestedChangeRow } from "../_base/suggestions/suggested-change-row.tsx";

/** Lists earlier suggestions with their results, newest first. */
export function AnsweredList() {
  const t = useTranslations("trip-suggestions");
  const tUi = useTranslations("ui");
  const answered = useAnsweredSuggestions();
  const { suggestions, hasOlder, isError } = answered;
  if (answered.isPending) return <Pending />;
  if (isError) {
    return (
      <InlineAlert
        tone="danger"
        live
        className="px-4 py-2"
        action={<TextButton onClick={answered.retry}>{tUi("retry")}</TextButton>}
      >
        {t("failed.load")}
      </InlineAlert>
    );
  }
  if (suggestions.length === 0 && !hasOlder) return null;
  return (
    <section aria-labelledby="answered-head" className="pt-2">
      <h3 id="answered-head" className="px-4 pb-1.5 text-xs font-semibold text-text-3">
        {t("earlier")}
      </h3>
      <List answered={answered} />
      {hasOlder ? (
        <Button tone="plain" size="sm" className="mt-1 ml-1.5 text-text-2" onClick={answered.loadOlder}>
          {t("older")}
        </Button>
      ) : null}
    </section>
  );
}

function List({ answered: { suggestions } }: { answered: AnsweredSuggestions }) {
  return (
    <ol className="divide-y divide-line px-4">
      {suggestions.map((suggestion) => (
        <li key={suggestion.id}>
          <AnsweredRow suggestion={suggestion} />
        </li>
      ))}
    </ol>
  );
}

function AnsweredRow({ suggestion }: { suggestion: SuggestionDto }) {
  const t = useTranslations("trip-suggestions");
  const headId = useId();
  const { me, byMember } = usePeople();
  const [open, setOpen] = useState(false);
  const { status, lines, answer, answeredBy } = suggestion;
  const by = answeredBy === null ? "" : (byMember.get(answeredBy)?.name ?? t("someone"));
  const taken = lines.filter(({ isAccepted }) => isAccepted).length;
  const isTaken = status === "accepted" || status === "partly";
  return (
    <article aria-labelledby={headId} className="py-3">
      <CardHead id={headId} suggestion={suggestion} isMine={suggestion.memberId === me?.id} />
      <div className="pl-8.5 text-sm">
        <p className={`mt-1 flex items-start gap-1.5 ${isTaken ? "text-success" : "text-text-3"}`}>
          <Icon of={isTaken ? Check : Minus} size={14} className="mt-0.75" />
          {/* A withdrawn suggestion has no answer; the text names its status. */}
          <span>{t(`status.${status}`, { name: by, taken, total: lines.length })}</span>
        </p>
        {answer ? <p className="mt-0.5 whitespace-pre-line text-text-2">“{answer}”</p> : null}
        <Button
          size="sm"
          tone="plain"
          aria-expanded={open}
          className="mt-0.5 -ml-2.5 text-text-2"
          onClick={() => setOpen(!open)}
        >
          {open ? t("hideChanges") : t("showChanges", { count: lines.length })}
        </Button>
      </div>
      {open ? <Lines suggestion={suggestion} /> : null}
    </article>
  );
}

/** The changes as they were suggested, independent of the present plan. */
function Lines({ suggestion: { id, lines } }: { suggestion: SuggestionDto }) {
  const trip = useTrip();
  return (
    <ol className="divide-y divide-line pl-8.5">
      {lines.map((line, index) => (
        // The changes of a suggestion never change, so the index identifies each.
        <li key={`${id} ${String(index)}`}>
          <SuggestedChangeRow
            diff={diffOfChange(line, lines, trip)}
            muted={line.isAccepted !== true}
            isPast
          />
        </li>
      ))}
    </ol>
  );
}

function Pending() {
  return (
    <div className="space-y-3 px-4 pt-4">
      <SkeletonRows widths={[72, 48]} />
    </div>
  );
}
