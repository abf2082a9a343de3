"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { DateRange } from "#app/_ui/date-field.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { daysBetween, isCalendarDate } from "#lib/shared/dates.ts";
import { MAX_TRIP_DAYS } from "#lib/shared/date-range.ts";
import type { DateMode } from "#lib/shared/trips.ts";
import { type DatesDraft, useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { DatesChangePreview } from "./dates-change-preview.tsx";
import { useDatesPreview } from "./use-dates-preview.ts";

/**
 * The dialog for the trip's dates. It shows beforehand what would move, and whether the plan moves along. Nothing is
 * deleted, and one undo reverses it.
 */
export default function DatesDialog({ draft }: { draft?: DatesDraft }) {
  const t = useTranslations("trip-dates");
  const formats = useFormats();
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const actions = useTripActions();
  const { startDate, endDate } = useTrip((trip) => ({ startDate: trip.startDate, endDate: trip.endDate }));
  // The dates that the user saw when the dialog was opened; a change that another member makes while the dialog is
  // open is a conflict.
  const [trip] = useState(() => ({ startDate, endDate, baseSeq: actions.baseSeq() }));
  const [range, setRange] = useState(() => ({
    start: draft?.startDate ?? trip.startDate ?? "",
    end: draft?.endDate ?? trip.endDate ?? "",
  }));
  const [mode, setMode] = useState<DateMode>(draft?.mode ?? "shift");
  const close = () => view.set({ dialog: null });

  const problem = problemOf(range);
  const choice = { startDate: range.start || null, endDate: range.end || null, mode };
  const changed = choice.startDate !== trip.startDate || choice.endDate !== trip.endDate;
  const moves = trip.startDate !== null && choice.startDate !== null && choice.startDate !== trip.startDate;
  const sendable = problem === null && changed;
  const preview = useDatesPreview({ ...choice, mode: moves ? mode : "keep" }, sendable);

  function save() {
    const { startDate: start, endDate: end } = choice;
    const patch = { startDate: start, endDate: end, dateMode: moves ? mode : ("keep" as const) };
    const write = writes.updateTrip(patch, { baseSeq: trip.baseSeq });
    const words = start && end ? t("saved", { range: formats.range(start, end) }) : t("removed");
    undoToast(words, write);
    close();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t("title")}
      closeLabel={t("close")}
      stays={changed}
      footer={
        <>
          {trip.startDate ? (
            <Button
              tone="plain"
              className="mr-auto -ml-3 text-text-2"
              onClick={() => setRange({ start: "", end: "" })}
            >
              {t("clear")}
            </Button>
          ) : null}
          <Button tone="plain" onClick={close}>
            {t("cancel")}
          </Button>
          <Button tone="primary" disabled={!sendable} onClick={save}>
            {t("save")}
          </Button>
        </>
      }
    >
      <DateRange
        id="trip-dates"
        legend={t("when")}
        labels={{ start: t("first"), end: t("last") }}
        value={range}
        onChange={setRange}
        along={trip.startDate !== null && mode === "shift"}
        error={problem === null ? undefined : t(`problem.${problem}`, { max: MAX_TRIP_DAYS })}
        hint={
          problem === null && range.start
            ? t("length", { count: daysBetween(range.start, range.end) + 1 })
            : undefined
        }
      />
      {moves ? (
        <Segmented
          className="mt-4"
          label={t("mode")}
          value={mode}
          onChange={setMode}
          options={[
            { value: "shift", label: t("shift") },
            { value: "keep", label: t("keep") },
          ]}
        />
      ) : null}
      {moves ? <p className="mt-2 text-sm text-text-3">{t(`modeHint.${mode}`)}</p> : null}
      <DatesChangePreview
        choice={choice}
        preview={sendable ? (preview.data ?? null) : null}
        isPending={sendable && preview.isFetching}
        isError={sendable && preview.isError}
      />
    </Dialog>
  );
}

type Problem = "order" | "long" | "half" | null;

function problemOf({ start, end }: { start: string; end: string }): Problem {
  if (start === "" && end === "") return null;
  if (!isCalendarDate(start) || !isCalendarDate(end)) return "half";
  const length = daysBetween(start, end) + 1;
  if (length < 1) return "order";
  return length > MAX_TRIP_DAYS ? "long" : null;
}
