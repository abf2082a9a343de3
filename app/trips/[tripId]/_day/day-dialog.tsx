"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Waypoints } from "lucide-react";
import { useEffect, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { Combobox } from "#app/_ui/combobox.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { TextArea } from "#app/_ui/text-area.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { MIN_STOPS_TO_ORDER, waypoints } from "#lib/shared/legs.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";
import { useView } from "../_base/view.tsx";
import { useDayForm } from "./use-day-form.ts";
import { StopsZoneOffer } from "./stops-zone.tsx";
import { findZones } from "../_model/zones.ts";

/** The dialog for a day's title, notes and time zone. */
export default function DayDialog({ dayId }: { dayId: string }) {
  const view = useView();
  const day = useTrip((trip) => trip.days.find(({ id }) => id === dayId) ?? null);
  const close = () => view.set({ dialog: null });
  // The dialog closes when its day is removed, because an open dialog disables the page's shortcuts.
  useEffect(() => {
    if (day === null) view.set({ dialog: null });
  }, [day, view]);
  return day ? <DayDialogOf key={day.id} day={day} onClose={close} /> : null;
}

function DayDialogOf({ day, onClose }: { day: DayDto; onClose: () => void }) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const tripZone = useTrip((trip) => trip.timezone);
  const { form, isChanged, change, settle } = useDayForm(day);
  const zone = form.timezone;
  const [query, setQuery] = useState(zone ?? "");
  const view = useView();
  const canReorder = useTrip((trip) => {
    const stops = trip.stops.filter(({ dayId }) => dayId === day.id);
    return waypoints(stops).length >= MIN_STOPS_TO_ORDER;
  });
  const notesField = useFocusOnMount<HTMLTextAreaElement>();
  const zones = findZones(query);

  function close() {
    settle("drop");
    onClose();
  }
  function save() {
    settle("save");
    onClose();
  }

  function pickZone(picked: string) {
    change({ timezone: picked });
    setQuery(picked);
  }

  function findOrder() {
    save();
    view.set({ dialog: { orderOf: day.id } });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={formats.day(day.date, { weekday: true })}
      closeLabel={t("close")}
      width="sm"
      stays={isChanged}
      footer={
        <>
          <Button tone="plain" onClick={close}>
            {t("cancel")}
          </Button>
          <Button tone="primary" onClick={save}>
            {t("save")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <TextField
          label={t("dayTitle")}
          value={form.title}
          maxLength={120}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextArea
          ref={notesField}
          label={t("notes")}
          rows={5}
          value={form.notes}
          maxLength={10_000}
          onChange={(event) => change({ notes: event.target.value })}
        />
        <Combobox
          label={t("dayZone")}
          hint={t("dayZoneHint", { zone: tripZone })}
          listLabel={t("dayZone")}
          query={query}
          onQueryChange={(text) => {
            setQuery(text);
            if (text.trim() === "") change({ timezone: null });
          }}
          placeholder={tripZone}
          options={query === (zone ?? "") ? [] : zones}
          optionKey={(option) => option}
          renderOption={(option) => option.replaceAll("_", " ")}
          onPick={pickZone}
          onLeave={() => setQuery(zone ?? "")}
        />
        <StopsZoneOffer day={day} zone={zone ?? tripZone} onUse={pickZone} />
        {canReorder ? (
          <Button tone="plain" icon={Waypoints} onClick={findOrder}>
            {t("order.find")}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
