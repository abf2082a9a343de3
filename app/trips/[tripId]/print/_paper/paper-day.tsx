import { getFormats } from "#app/_i18n/get-formats.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import type { ExportPlan, PlanDay } from "#lib/server/exports/export-plan.ts";
import { reservationsOn } from "#lib/shared/reservation-days.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { NamedPlace } from "#lib/shared/reservations.ts";
import { type DayBooking, weaveBookings } from "../../_model/plan/day-bookings.ts";
import { planRows } from "../../_model/plan/plan-model.ts";
import { zoneName } from "../../_model/wall-time.ts";
import { PaperRow } from "./paper-row.tsx";
import { PaperStop } from "./paper-stops.tsx";

/** One day on paper: its stops with its reservations among them. */
export async function PaperDay({ plan, day: { day, number, stops } }: { plan: ExportPlan; day: PlanDay }) {
  const [formats, t] = await Promise.all([getFormats(), getTranslations("trip-files")]);
  const ownZone = day.timezone ?? plan.trip.timezone;
  const touches = reservationsOn(plan.reservations, day.date);
  const rows = weaveBookings(planRows(stops, day.date, ownZone), touches, day.date, ownZone);
  const isEmpty = rows.length === 0 && !day.notes;
  const locale = intlLocales[plan.locale];
  const zone = ownZone === plan.trip.timezone ? null : zoneName(ownZone, locale);
  return (
    <section className="pt-7">
      <div className="break-after-avoid border-b border-line-strong pb-1.5">
        <h2 className="flex items-baseline gap-2.5 text-lg font-semibold">
          <span className="shrink-0">{formats.day(day.date, { weekday: true, year: false })}</span>
          <span className="min-w-0 flex-1">{day.title}</span>
          <span className="shrink-0 text-sm font-normal text-text-3">{t("print.day", { number })}</span>
        </h2>
        {zone ? <p className="text-sm text-text-3">{zone}</p> : null}
      </div>
      {day.notes ? <p className="pt-2 text-sm whitespace-pre-line text-text-2">{day.notes}</p> : null}
      {rows.length > 0 ? (
        <ul>
          {rows.map(({ stop, booking }) =>
            stop ? (
              <PaperStop key={stop.stop.id} plan={plan} stop={stop.stop} />
            ) : (
              <PaperBooking
                key={`${booking.reservation.id} ${booking.kind}`}
                plan={plan}
                booking={booking}
                zone={ownZone}
              />
            ),
          )}
        </ul>
      ) : null}
      {isEmpty ? <p className="pt-2 text-sm text-text-3">{t("print.notPlanned")}</p> : null}
    </section>
  );
}

type PaperBookingProps = {
  plan: ExportPlan;
  booking: DayBooking;
  /** The time zone of the day. */
  zone: string;
};

async function PaperBooking({ plan, booking: { reservation, kind, at }, zone }: PaperBookingProps) {
  const [formats, t, tBookings] = await Promise.all([
    getFormats(),
    getTranslations("trip-files"),
    getTranslations("trip-bookings"),
  ]);
  if (kind === "night") return <PaperRow kind={t("print.night")} name={reservation.title} />;
  const time = at && localClock(at);
  const { from, to, end } = reservation;
  const isLeaving = kind === "departure" || kind === "travel";
  /** Describes the arrival, for example "arrives Tue 10:25 Los Angeles Time". */
  function arrival(): string | null {
    const clock = end && localClock(end);
    if (!isLeaving || !end || !clock) return null;
    const day = at && localDate(end) !== localDate(at) ? formats.weekday(localDate(end)) : null;
    const name = end.zone === at?.zone ? null : zoneName(end.zone, intlLocales[plan.locale]);
    return tBookings("arrives", { moment: [day, clock, name].filter(Boolean).join(" ") });
  }
  const way = isLeaving && from && to ? tBookings("way", { from: from.name, to: to.name }) : null;
  const spot = way ?? spotOf(kind === "arrival" ? (to ?? from) : from);
  return (
    <PaperRow
      time={time}
      zone={at && time !== null && at.zone !== zone ? zoneName(at.zone, intlLocales[plan.locale]) : null}
      kind={kind === "at" ? plan.words.kinds[reservation.kind] : tBookings(`touch.${kind}`)}
      name={reservation.title}
      lines={[
        reservation.confirmation && `${t("print.confirmation")} ${reservation.confirmation}`,
        [spot, arrival()].filter(Boolean).join(" · "),
      ]}
    />
  );
}

function spotOf(place: NamedPlace | null): string | null {
  return place && (place.address ?? place.name);
}
