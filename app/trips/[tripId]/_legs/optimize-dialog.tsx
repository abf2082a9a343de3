"use client";

import { useEffect } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { useTrip, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import type { DayDto } from "#lib/shared/days.ts";
import { keysForOrder } from "#lib/shared/order-keys.ts";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { MAX_CHANGES, movesFit } from "../_base/suggestions/one-suggestion.ts";
import { OrderList } from "./order-list.tsx";
import { useBetterOrder } from "./use-better-order.ts";
import { useSavingText } from "./use-saving.ts";

/** The dialog that compares a shorter order of a day's stops with the present one; a button applies it. */
export default function OptimizeDialog({ dayId }: { dayId: string }) {
  const view = useView();
  const day = useTrip((trip) => trip.days.find(({ id }) => id === dayId) ?? null);
  // The dialog closes when its day is removed, because an open dialog disables the page's shortcuts.
  useEffect(() => {
    if (day === null) view.set({ dialog: null });
  }, [day, view]);
  return day ? <OptimizeDay day={day} onClose={() => view.set({ dialog: null })} /> : null;
}

function OptimizeDay({ day, onClose }: { day: DayDto; onClose: () => void }) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { edit, change } = useMay();
  const { stops, found, seq } = useBetterOrder(day.id);
  const saving = useSavingText();
  const label = formats.day(day.date, { weekday: true });
  const isBetter = found?.verdict === "better";
  const { store } = useTripSession();
  const moving = new Set(isBetter ? keysForOrder(stops, found.order).keys() : []);

  // An order is suggested as a whole or not at all, so one that does not fit into one suggestion is not offered.
  const isTooLong = isBetter && change && !edit && !movesFit(store.draft.lines, moving);

  function apply() {
    if (!isBetter || isTooLong) return;
    undoToast(t("order.done", { day: label }), writes.orderDay(day.id, found.order, { baseSeq: seq }));
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("order.title", { day: label })}
      closeLabel={t("close")}
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
            {isBetter && change && !isTooLong ? t("cancel") : t("close")}
          </Button>
          {isBetter && change && !isTooLong ? (
            <Button tone="primary" onClick={apply}>
              {edit ? t("order.apply") : t("order.suggest")}
            </Button>
          ) : null}
        </>
      }
    >
      <p role="status" className="min-h-11 text-sm text-text-2 phone:text-md">
        {found === null
          ? t("order.busy")
          : found.verdict === "better"
            ? saving(found)
            : t(`order.${found.verdict}`)}
        {isTooLong ? ` ${t("order.long", { max: MAX_CHANGES })}` : null}
      </p>
      {isBetter ? (
        <div className="mt-4 grid grid-cols-2 gap-5 phone:gap-4">
          <OrderList title={t("order.now")} stops={stops} moving={moving} />
          <OrderList
            title={t("order.then")}
            stops={found.order.flatMap((id) => stops.find((stop) => stop.id === id) ?? [])}
            moving={moving}
            isNew
          />
        </div>
      ) : null}
    </Dialog>
  );
}
