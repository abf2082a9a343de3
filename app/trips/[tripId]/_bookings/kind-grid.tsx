"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { RESERVATION_KINDS } from "#lib/shared/reservation-kinds.ts";
import type { ReservationKind } from "#lib/shared/reservations.ts";
import { bookingIcons } from "../_base/icons/booking-icon.ts";

type KindGridProps = { current: ReservationKind | null; onPick: (kind: ReservationKind) => void };

/** The nine kinds of reservations as large buttons. */
export function KindGrid({ current, onPick }: KindGridProps) {
  const t = useTranslations("trip-bookings");
  return (
    <div className="grid grid-cols-3 gap-2">
      {RESERVATION_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === current}
          onClick={() => onPick(kind)}
          className="grid h-20 place-content-center justify-items-center gap-1.5 rounded-md bg-press text-sm font-medium text-text-2 transition-colors hover:bg-n-200 aria-pressed:bg-accent-tint aria-pressed:text-accent-text phone:h-22 phone:text-md"
        >
          <Icon of={bookingIcons[kind]} size={24} />
          {t(`kind.${kind}`)}
        </button>
      ))}
    </div>
  );
}
