"use client";

import { Plus, Ticket } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useMemo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { OthersOnDayRow } from "../_base/lanes/others-line.tsx";
import { usePlanMember } from "../_base/plan-data.tsx";
import { useMay } from "../_base/may.tsx";
import { useView } from "../_base/view.tsx";
import { BookingItem } from "./booking-item.tsx";
import { countFiles, groupBookings, splitBookings } from "./booking-groups.ts";

/** The panel of all reservations, grouped by the date on which they start. */
export default function BookingsPanel() {
  const t = useTranslations("trip-bookings");
  const formats = useFormats();
  const { change } = useMay();
  const { reservations, attachments } = useTrip((trip) => ({
    reservations: trip.reservations,
    attachments: trip.attachments,
  }));
  const memberId = usePlanMember()?.id ?? null;
  const { mine, others } = useMemo(() => splitBookings(reservations, memberId), [reservations, memberId]);
  const groups = useMemo(() => groupBookings(mine), [mine]);
  const files = useMemo(() => countFiles(attachments), [attachments]);
  if (reservations.length === 0) return <NoBookings />;
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pr-3 pb-8 pl-11 [--ground:var(--color-paper)] phone:px-1 phone:pb-4">
        <div className="flex h-12 items-center justify-between gap-3 pr-2 pl-3 phone:h-14">
          <h2 className="text-lg font-semibold">
            {t("title")}
            <span className="ml-2 text-sm font-normal text-text-3 md:hidden">{reservations.length}</span>
          </h2>
          {change ? <AddButton className="phone:hidden" /> : null}
        </div>
        {groups.map(({ date, bookings }) => {
          const head = date === null ? t("undated") : formats.day(date, { weekday: true });
          return (
            <section key={date ?? ""} aria-label={head} className="pb-2">
              <h3 className="sticky top-0 z-(--z-sticky) bg-paper px-3 pt-2 pb-1 text-sm font-semibold text-text-2">
                {head}
              </h3>
              <ul>
                {bookings.map((booking) => (
                  <BookingItem key={booking.id} booking={booking} fileCount={files.get(booking.id) ?? 0} />
                ))}
              </ul>
            </section>
          );
        })}
        {others.length > 0 ? <OthersOnDayRow stops={[]} bookings={others} /> : null}
      </div>
      {change ? (
        <div className="shrink-0 border-t border-line bg-surface p-2 md:hidden">
          <AddButton size="wide" />
        </div>
      ) : null}
    </div>
  );
}

function AddButton({ size = "md", className }: { size?: "md" | "wide"; className?: string }) {
  const t = useTranslations("trip-bookings");
  const view = useView();
  return (
    <Button
      size={size}
      icon={Plus}
      {...(className ? { className } : {})}
      onClick={() => view.set({ dialog: "addBooking" })}
    >
      {t("add")}
    </Button>
  );
}

function NoBookings() {
  const t = useTranslations("trip-bookings");
  const { change } = useMay();
  return (
    <div className="h-full overflow-y-auto">
      <EmptyState
        icon={Ticket}
        title={change ? t("empty.title") : t("empty.viewer")}
        action={change ? <AddButton /> : null}
        className="pt-20"
      >
        {change ? t("empty.text") : null}
      </EmptyState>
    </div>
  );
}
