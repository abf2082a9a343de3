"use client";

import { useState } from "react";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { usePageViewer } from "../page-viewer.tsx";
import type { StoredForms } from "./stored-forms.ts";
import { canCorrectInForm, isRateOfFormerCurrency } from "./refusal.ts";

export interface StoredForm<T> {
  form: T;
  /** Whether the form was restored with input that was not saved when the dialog was open earlier. */
  isBack: boolean;
  put: (form: T) => void;
  startOver: () => void;
  /** Deletes the stored form. */
  forget: () => void;
  /**
   * Call this when the form is sent: if the service refuses the write, the form is stored again and shown when the
   * dialog is opened again.
   */
  sent: (write: Promise<unknown>) => void;
}

type Options<T> = {
  forms: StoredForms<T>;
  /** Identifies the dialog among those of one trip and user. */
  of: string;
  begin: () => T;
  /** Whether a stored form can still be used. */
  fits?: (form: T) => boolean;
  /** Returns the form updated to the present state of the trip. */
  inTrip?: (form: T) => T;
  /** Returns the form without its rate, for a rate that converts to a former currency of the trip. */
  withoutRate?: (form: T) => T;
};

/** Stores the values of a dialog's form until they are saved or discarded. */
export function useStoredForm<T>({ forms, of, begin, ...options }: Options<T>): StoredForm<T> {
  const { fits = () => true, inTrip = (same) => same, withoutRate } = options;
  const { userId } = usePageViewer();
  const tripId = useTrip((trip) => trip.id);
  const place = `${of} ${userId} ${tripId}`;
  const [opened] = useState(() => {
    const kept = forms.at(place);
    return kept !== undefined && fits(kept) ? kept : null;
  });
  const [isBack, setBack] = useState(opened !== null);
  const [begun, setForm] = useState<T>(() => opened ?? begin());
  const form = inTrip(begun);
  const forget = () => forms.forget(place, forms.idOf(form));
  return {
    form,
    isBack,
    put(next) {
      setForm(next);
      forms.keep(place, next);
    },
    startOver() {
      forget();
      setForm(begin());
      setBack(false);
    },
    forget,
    sent(write) {
      forget();
      write.catch((error: unknown) => {
        const back = withoutRate && isRateOfFormerCurrency(error) ? withoutRate(form) : form;
        if (canCorrectInForm(error)) forms.bringBack(place, back);
      });
    },
  };
}
