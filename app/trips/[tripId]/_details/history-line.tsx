"use client";

import { Clock } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { Undo2 } from "lucide-react";
import { useHistory } from "#lib/client/open-trip/history.ts";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { groupEvents, isGroupIncomplete } from "../_model/history/history-groups.ts";
import { isUndoable } from "../_model/history/undo-rights.ts";
import { useHistoryWords } from "../_base/history/use-history-words.ts";
import { useMay } from "../_base/may.tsx";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { useView } from "../_base/view.tsx";

type HistoryLineProps = {
  /** The stop, reservation or expense. */
  row: { id: string; createdAt: string };
};

/** Shows the newest change of a stop, reservation or expense, with its undo and a link to the whole history. */
export function HistoryLine({ row }: HistoryLineProps) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const view = useView();
  const actions = useTripActions();
  const { edit, join } = useMay();
  const { userId } = usePageViewer();
  const { events, hasOlder } = useHistory();
  const words = useHistoryWords(events);
  const last = events.find(
    ({ entityId, op }) => entityId === row.id && /^(?:stop|reservation|expense)\./.test(op),
  );
  // All events of the newest write are read, because undo reverses a whole write. A write that changed other rows,
  // too, is undone in the activity.
  const newest = groupEvents(events.filter(({ groupId }) => groupId === last?.groupId))[0];
  const line = newest ? words.sentenceOfOne(newest) : t("added", { ago: formats.ago(row.createdAt) });
  const undoable =
    newest &&
    isUndoable(newest, { userId, edit, join }) &&
    !isGroupIncomplete(newest, events, hasOlder) &&
    newest.events.every(({ entityId, op }) => entityId === row.id && !op.endsWith(".created"));

  function openHistory() {
    view.set({ historyOf: row.id });
    view.show("activity");
    if (window.matchMedia("(max-width: 719.98px)").matches) view.closeDetails();
  }

  return (
    <div className="flex min-h-7 items-center gap-1.5 pb-2 text-xs text-text-3">
      <Icon of={Clock} size={14} />
      <span className="line-clamp-2" title={line}>
        {newest ? t("historyAgo", { line, ago: formats.ago(newest.at) }) : line}
      </span>
      {undoable ? (
        <IconButton
          label={t("undoThis", { line })}
          icon={Undo2}
          size="sm"
          className="-my-1"
          onClick={() => void actions.undo(newest.seq).catch(() => {})}
        />
      ) : null}
      <span className="flex-1" />
      <TextButton className="shrink-0 font-medium whitespace-nowrap" onClick={openHistory}>
        {t("history")}
      </TextButton>
    </div>
  );
}
