"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { Combobox } from "#app/_ui/combobox.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { TextArea } from "#app/_ui/text-area.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip, useTripActions } from "#lib/client/trip-context.tsx";
import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import { useFocusOnMount } from "../_shell/use-focus-on-mount.ts";
import { useView } from "../_shell/view.tsx";
import { useWrites } from "../_shell/writes.tsx";
import { findZones } from "./zones.ts";

/** A day's title, notes and clock. */
export default function DayDialog({ dayId }: { dayId: string }) {
  const view = useView();
  const day = useTrip((trip) => trip.days.find(({ id }) => id === dayId) ?? null);
  const close = () => view.set({ dialog: null });
  return day ? <DayForm day={day} onClose={close} /> : null;
}

function DayForm({ day, onClose }: { day: DayDto; onClose: () => void }) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const writes = useWrites();
  const actions = useTripActions();
  const tripZone = useTrip((trip) => trip.timezone);
  const [baseSeq] = useState(() => actions.baseSeq());
  const [title, setTitle] = useState(day.title ?? "");
  const [notes, setNotes] = useState(day.notes ?? "");
  const [zone, setZone] = useState(day.timezone);
  const [query, setQuery] = useState(day.timezone ?? "");
  const notesField = useFocusOnMount<HTMLTextAreaElement>();
  const zones = findZones(query);

  function save() {
    const patch: DayPatch = {};
    if (title.trim() !== (day.title ?? "")) patch.title = title.trim() || null;
    if (notes.trim() !== (day.notes ?? "")) patch.notes = notes.trim() || null;
    if (zone !== day.timezone) patch.timezone = zone;
    if (Object.keys(patch).length > 0) writes.updateDay(day.id, patch, { baseSeq }).catch(() => {});
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={formats.day(day.date, { weekday: true })}
      closeLabel={t("close")}
      width="sm"
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
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
          value={title}
          maxLength={120}
          onChange={(e) => setTitle(e.target.value)}
        />
        <TextArea
          ref={notesField}
          label={t("notes")}
          rows={5}
          value={notes}
          maxLength={10_000}
          onChange={(e) => setNotes(e.target.value)}
        />
        <Combobox
          label={t("dayZone")}
          hint={t("dayZoneHint", { zone: tripZone })}
          listLabel={t("dayZone")}
          query={query}
          onQueryChange={(text) => {
            setQuery(text);
            if (text.trim() === "") setZone(null);
          }}
          placeholder={tripZone}
          options={query === (zone ?? "") ? [] : zones}
          optionKey={(option) => option}
          renderOption={(option) => option.replaceAll("_", " ")}
          onPick={(option) => {
            setZone(option);
            setQuery(option);
          }}
          onLeave={() => setQuery(zone ?? "")}
        />
      </div>
    </Dialog>
  );
}
