"use client";

import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { Undo2 } from "lucide-react";
import { useHistory } from "#lib/client/history.ts";
import { useTripActions } from "#lib/client/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { groupEvents, isCutOff, isUndoable } from "../_activity/history-groups.ts";
import { useHistoryWords } from "../_activity/use-history-words.ts";
import { useMay } from "../_shell/may.tsx";
import { useView } from "../_shell/view.tsx";

/** The newest thing that happened to this stop, with the way back and the whole history. */
export function HistoryLine({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const view = useView();
  const actions = useTripActions();
  const { edit } = useMay();
  const { events, hasOlder } = useHistory();
  const words = useHistoryWords(events);
  const last = events.find(({ entityId, op }) => entityId === stop.id && op.startsWith("stop."));
  // The whole write, because that is what undo takes back. One that did more than this is undone in the activity.
  const newest = groupEvents(events.filter(({ groupId }) => groupId === last?.groupId))[0];
  const line = newest ? words.sentenceOfStop(newest) : t("added", { ago: formats.ago(stop.createdAt) });
  const undoable =
    newest &&
    edit &&
    isUndoable(newest) &&
    !isCutOff(newest, events, hasOlder) &&
    newest.events.every(({ entityId, op }) => entityId === stop.id && op !== "stop.created");

  function openHistory() {
    view.set({ historyOf: stop.id });
    view.show("activity");
    if (window.matchMedia("(max-width: 719.98px)").matches) view.closeStop();
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
      <TextButton className="font-medium" onClick={openHistory}>
        {t("history")}
      </TextButton>
    </div>
  );
}
