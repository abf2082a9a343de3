"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { TransitConnection } from "#lib/shared/day-legs.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { splitMinutes } from "../_model/measures.ts";

/** Shows "14:28–14:54" and "26 min · 1 change · from €1.85", with the date if it differs from the plan's. */
export function ConnectionFacts({ connection, date }: { connection: TransitConnection; date: string }) {
  const t = useTranslations("trip");
  const formats = useFormats();
  const { money } = useMoneyFormat();
  const { departsAt, arrivesAt, minutes, transfers, price } = connection;
  const other = localDate(departsAt);
  const facts = [
    t("duration", splitMinutes(minutes)),
    t("rides.transfers", { count: transfers }),
    price ? t("rides.price", { price: money(price) }) : "",
  ].filter(Boolean);
  return (
    <p aria-live="polite" className="mb-3 flex flex-wrap items-baseline gap-x-2.5">
      <span className="text-md font-semibold tabular-nums">
        {other === date ? null : `${formats.day(other)} `}
        {localClock(departsAt)}–{localClock(arrivesAt)}
      </span>
      <span className="text-sm text-text-2">{facts.join(" · ")}</span>
    </p>
  );
}
