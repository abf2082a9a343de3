"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Select } from "#app/_ui/select.tsx";
import { TextArea } from "#app/_ui/text-area.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { usePlan } from "../../_base/plan-data.tsx";
import { stopsOf } from "../../_model/plan/plan-model.ts";
import { FormRow, SwitchRow } from "./form-row.tsx";
import type { FormState } from "./use-expense-form.ts";

type MoreSectionProps = { state: FormState; open: boolean; onToggle: () => void };

/** Rarely used fields: a note, the linked stop or reservation, and the switch for a refund. */
export function MoreSection({ state, open, onToggle }: MoreSectionProps) {
  const t = useTranslations("trip-expense");
  const { form, change } = state;
  const links = useLinks();
  const link = form.reservationId
    ? `reservation:${form.reservationId}`
    : form.stopId
      ? `stop:${form.stopId}`
      : "";
  const linked = links.find(({ value }) => value === link);
  const said = [
    form.isRefund ? t("refund.label") : "",
    linked ? linked.name : "",
    form.notes.trim() === "" ? "" : form.notes.trim(),
  ].filter(Boolean);
  function choose(value: string) {
    const [kind = "", id = ""] = value.split(":");
    change({ stopId: kind === "stop" ? id : "", reservationId: kind === "reservation" ? id : "" });
  }
  return (
    <FormRow
      label={t("more")}
      value={
        said.length > 0 ? (
          <span className="block truncate">{said.join(" · ")}</span>
        ) : (
          <span className="text-text-3">{t("moreHint")}</span>
        )
      }
      open={open}
      onToggle={onToggle}
    >
      <div className="space-y-3">
        <Select
          label={t("link.label")}
          value={linked ? link : ""}
          options={[{ value: "", label: t("link.none") }, ...links]}
          onChange={(event) => choose(event.target.value)}
        />
        <TextArea
          label={t("note")}
          rows={2}
          maxLength={5000}
          value={form.notes}
          onChange={(event) => change({ notes: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
        <SwitchRow
          on={form.isRefund}
          onChange={(isRefund) => change({ isRefund })}
          label={t("refund.label")}
          hint={t("refund.hint")}
        />
      </div>
    </FormRow>
  );
}

/** Returns what an expense can be linked to: the reservations, then the stops in the plan's order. */
function useLinks(): { value: string; label: string; name: string }[] {
  const tTrip = useTranslations("trip");
  const t = useTranslations("trip-expense");
  const formats = useFormats();
  const { days, byDay, order } = usePlan();
  const reservations = useTrip((trip) => trip.reservations);
  const bookings = reservations.map(({ id, title }) => ({
    value: `reservation:${id}`,
    label: t("link.booking", { title }),
    name: title,
  }));
  const stops = order.flatMap((dayId) => {
    const day = days.find(({ id }) => id === dayId);
    const place = day ? formats.day(day.date, { weekday: true }) : tTrip("ideas");
    return stopsOf(byDay, dayId).map(({ id, name }) => ({
      value: `stop:${id}`,
      label: `${name} · ${place}`,
      name,
    }));
  });
  return [...bookings, ...stops];
}
