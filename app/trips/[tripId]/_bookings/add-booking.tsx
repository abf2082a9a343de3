"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, useId, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ReservationKind } from "#lib/shared/reservations.ts";
import { RestoredInputNotice } from "../_base/forms/back-line.tsx";
import { createStoredForms } from "../_base/forms/stored-forms.ts";
import { useStoredForm } from "../_base/forms/use-stored-form.ts";
import { useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { BookingFields } from "./booking-fields.tsx";
import { KindGrid } from "./kind-grid.tsx";
import {
  type BookingForm,
  emptyForm,
  type FormProblem,
  hasTypedInput,
  readForm,
  type NewBookingContext,
  withKind,
} from "./new-booking.ts";

interface KeptBooking {
  /** The id that the reservation will be saved with. */
  id: string;
  /** The form; null if no kind is chosen yet. */
  form: BookingForm | null;
}

const keptBookings = createStoredForms<KeptBooking>("booking", { idOf: ({ id }) => id });

/**
 * The dialog for a new reservation: first its kind, then the fields that every reservation of the kind has. All other
 * fields are added in the details.
 */
export default function AddBooking() {
  const t = useTranslations("trip-bookings");
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const scene = useScene();
  const formId = useId();
  const kept = useStoredForm<KeptBooking>({
    forms: keptBookings,
    of: "booking",
    begin: () => ({ id: newId(), form: null }),
  });
  const { id, form } = kept.form;
  const [choosing, setChoosing] = useState(form === null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const close = () => view.set({ dialog: null });

  function choose(kind: ReservationKind) {
    change(form ? withKind(form, kind, scene) : emptyForm(kind, scene));
    setChoosing(false);
  }
  function change(next: BookingForm) {
    kept.put({ id, form: next });
    if (!hasTypedInput(next)) kept.forget();
    setProblem(null);
  }
  function startOver() {
    kept.startOver();
    setChoosing(true);
    setProblem(null);
  }
  function save(event: FormEvent) {
    event.preventDefault();
    if (!form) return;
    const read = readForm(form, {
      way: (from, to) => t("new.wayTitle", { from, to }),
      from: (from) => t("new.fromTitle", { from }),
      to: (to) => t("new.toTitle", { to }),
    });
    if ("problem" in read) return setProblem(read.problem);
    const write = writes.addReservation({ id, ...read.booking });
    kept.sent(write);
    undoToast(t("new.added", { name: read.booking.title }), write);
    close();
    view.openReservation(id);
  }

  const shown = choosing ? null : form;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={shown ? t("new.title") : t("new.what")}
      closeLabel={t("new.close")}
      width="sm"
      // A press outside of the dialog does not discard typed input.
      stays={form !== null}
      footer={
        shown ? (
          <>
            <span className="mr-auto text-xs text-text-3 max-lg:hidden">{t("new.later")}</span>
            <Button tone="plain" className="phone:hidden" onClick={close}>
              {t("new.cancel")}
            </Button>
            <Button type="submit" form={formId} tone="primary">
              {t("new.save", { kind: t(`kind.${shown.kind}`).toLocaleLowerCase() })}
            </Button>
          </>
        ) : null
      }
    >
      {shown ? (
        <form id={formId} noValidate onSubmit={save}>
          {kept.isBack ? <RestoredInputNotice onStartOver={startOver} /> : null}
          <BookingFields
            form={shown}
            problem={problem}
            onChange={change}
            onChangeKind={() => setChoosing(true)}
          />
        </form>
      ) : (
        <KindGrid current={form?.kind ?? null} onPick={choose} />
      )}
    </Dialog>
  );
}

/** Returns the dates and time zones that a new form starts with. */
function useScene(): NewBookingContext {
  const view = useView();
  const { zone: home } = useFormats();
  const trip = useTrip(({ days, startDate, endDate, timezone }) => ({ days, startDate, endDate, timezone }));
  const inView = trip.days.find(({ id }) => id === view.get().activeDayId)?.date;
  return {
    date: inView ?? trip.startDate ?? "",
    firstDate: trip.startDate,
    lastDate: trip.endDate,
    zoneOn: (date) => trip.days.find((day) => day.date === date)?.timezone ?? trip.timezone,
    home,
  };
}
