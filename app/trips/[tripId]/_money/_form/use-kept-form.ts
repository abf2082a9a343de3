"use client";

import { useState } from "react";
import { useTrip } from "#lib/client/trip-context.tsx";
import { usePageViewer } from "../../_shell/page-viewer.tsx";
import type { KeptForms } from "./kept-forms.ts";
import { isRefusal, isStrayRate } from "./refusal.ts";

export interface KeptForm<T> {
  form: T;
  /** It was begun before, and is back. */
  isBack: boolean;
  put: (form: T) => void;
  startOver: () => void;
  /** It needs no keeping any more. */
  forget: () => void;
  /** It is on its way; what the service refuses is back when the dialog is opened again. */
  sent: (write: Promise<unknown>) => void;
}

type Options<T> = {
  forms: KeptForms<T>;
  /** Tells dialogs of one trip and person apart. */
  of: string;
  begin: () => T;
  /** Whether what was begun still fits what it was begun for. */
  fits?: (form: T) => boolean;
  /** The form as it stands in the trip by now. */
  inTrip?: (form: T) => T;
  /** The form without its rate, which led to what is the trip's currency no more. */
  withoutRate?: (form: T) => T;
};

/** What stands in a dialog, kept until it is saved or thrown away. */
export function useKeptForm<T>({ forms, of, begin, ...options }: Options<T>): KeptForm<T> {
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
        const back = withoutRate && isStrayRate(error) ? withoutRate(form) : form;
        if (isRefusal(error)) forms.bringBack(place, back);
      });
    },
  };
}
