"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useFieldFormats } from "../_base/fields/use-field-value.ts";
import { useMay } from "../_base/may.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { type FormerValue, formerValues } from "./former-values.ts";
import type { HistoryGroup } from "../_model/history/history-groups.ts";

type SetBackProps = {
  group: HistoryGroup;
  /** The id of the stop or reservation. */
  of: string;
};

/**
 * Buttons that restore single values that the group replaced. Each is an ordinary write, so that later changes of
 * other fields remain.
 */
export function RestoreValueButtons({ group, of }: SetBackProps) {
  const t = useTranslations("trip-activity");
  const { edit } = useMay();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const fields = useFieldFormats();
  const stop = useTrip((trip) => trip.stops.find(({ id }) => id === of));
  const booking = useTrip((trip) => trip.reservations.find(({ id }) => id === of));
  const row = stop ?? booking;
  if (!edit || !row) return null;
  const values = formerValues(group, row);

  function setBack({ patch, field }: FormerValue) {
    // The restored value was valid when the event log recorded it; the service checks it again.
    const write = stop ? writes.updateStop(of, patch) : writes.updateReservation(of, patch);
    const name = stop?.name ?? booking?.title ?? "";
    undoToast(t("setBackDone", { field: fields.name(field), name }), write);
  }

  if (values.length === 0) return null;
  return (
    <div className="-ml-2.5 flex flex-wrap pt-0.5">
      {values.map((value) => (
        <Button
          key={value.field}
          size="sm"
          tone="accent"
          icon={RotateCcw}
          className="max-w-full"
          onClick={() => setBack(value)}
        >
          <span className="truncate">
            {value.before === null
              ? t("setBackEmpty", { field: fields.name(value.field) })
              : t("setBack", {
                  field: fields.name(value.field),
                  value: fields.text(value.field, value.before),
                })}
          </span>
        </Button>
      ))}
    </div>
  );
}
