"use client";

import { Check, Undo2 } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { targetRowOf } from "#lib/client/writes/suggestion-lines.ts";
import { useTrip, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import type { AgentPart } from "#lib/shared/agent.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { useUndoWrites } from "../_base/history/use-undo-line.ts";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { SuggestedChangeRow } from "../_base/suggestions/suggested-change-row.tsx";
import { Card } from "./card.tsx";
import { usePreservedFocus } from "./use-preserved-focus.ts";
import { type RowChange, changedRows, diffOfRowChange, isRunUndone, commonDate } from "./changed-lines.ts";

type ChangesPart = Extract<AgentPart, { type: "changes" }>;

/** Shows what the agent has changed, with old and new values and one undo for all of it. */
export function ChangesCard({ part }: { part: ChangesPart }) {
  const t = useTranslations("trip-agent");
  const formats = useFormats();
  const rows = useMemo(() => changedRows(part.lines), [part.lines]);
  const trip = useTripAround(rows);
  const isAll = part.lines.length === part.count;
  const count = isAll && rows.length > 0 ? rows.length : part.count;
  const isUndone = isRunUndone(rows, trip);
  const date = commonDate(rows, trip);
  const focus = usePreservedFocus<HTMLDivElement>(isUndone);
  return (
    <Card
      title={
        date === null
          ? t("changes.title", { count })
          : t("changes.titleDay", { count, day: formats.day(date, { weekday: true }) })
      }
    >
      <ol className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.key}>
            <SuggestedChangeRow diff={diffOfRowChange(row, trip)} muted={isUndone} isPast />
          </li>
        ))}
      </ol>
      {isAll ? null : (
        <p className="py-1 text-sm text-text-3">
          {t("changes.more", { count: part.count - part.lines.length })}
        </p>
      )}
      <div {...focus}>
        <TakeBack seq={part.seq} count={count} isUndone={isUndone} />
      </div>
    </Card>
  );
}

/**
 * Returns the trip. The component renders again only if the rows of this card or the days have changed, because a
 * long conversation has many cards.
 */
function useTripAround(rows: readonly RowChange[]): TripDto {
  const { store } = useTripSession();
  const about = useCallback(
    (trip: TripDto) => [
      trip.days,
      ...rows.map(({ op, entityId }) => targetRowOf(trip, { op, entityId, input: {} })),
    ],
    [rows],
  );
  useTrip(about);
  return store.trip;
}

type TakeBackProps = { seq: number; count: number; isUndone: boolean };

function TakeBack({ seq, count, isUndone }: TakeBackProps) {
  const t = useTranslations("trip-agent");
  const view = useView();
  const { edit } = useMay();
  const { run, isBusy, blockers } = useUndoWrites();
  if (isUndone) {
    return (
      <p className="flex items-center gap-1.5 pt-1 text-sm text-text-3">
        <Icon of={Check} size={14} />
        {t("changes.undone")}
      </p>
    );
  }
  if (!edit) return null;
  if (blockers !== null) {
    return (
      <InlineAlert
        live
        className="pt-1"
        action={
          <TextButton className="shrink-0 font-medium" onClick={() => view.show("activity")}>
            {t("changes.activity")}
          </TextButton>
        }
      >
        {t("changes.conflict")}
      </InlineAlert>
    );
  }
  return (
    <div className="flex items-center justify-between gap-2 pt-1">
      <Button
        size="sm"
        icon={Undo2}
        busy={isBusy}
        onClick={() => void run([seq], t("changes.didUndo", { count }))}
      >
        {t("changes.undo")}
      </Button>
      {count > 1 ? <span className="text-xs text-text-3">{t("changes.oneUndo")}</span> : null}
    </div>
  );
}
