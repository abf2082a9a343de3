"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useMay } from "../../_base/may.tsx";

const CurrencyDialog = lazyComponent(() => import("./currency-dialog.tsx"));

/** Names the currency of the trip and opens the dialog that changes it. */
export function CurrencyLine() {
  const t = useTranslations("trip-budget");
  const { edit } = useMay();
  const currency = useTrip((trip) => trip.currency);
  const [open, setOpen] = useState(false);
  const tell = useCodeLoadFailureToast();
  function giveUp() {
    setOpen(false);
    tell();
  }
  return (
    <p className="mt-4 flex min-h-6 items-center gap-2 text-xs text-text-3">
      {t("currency.line", { currency })}
      {edit ? <TextButton onClick={() => setOpen(true)}>{t("currency.change")}</TextButton> : null}
      {open ? <CurrencyDialog onClose={() => setOpen(false)} onMissing={giveUp} /> : null}
    </p>
  );
}
