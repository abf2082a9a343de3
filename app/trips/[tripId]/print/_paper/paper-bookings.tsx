import { getFormats } from "#app/_i18n/get-formats.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import type { ExportPlan } from "#lib/server/exports/export-plan.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import { currenciesOf, moneyFormatOf } from "../../_model/money/money-format.ts";
import { zoneName } from "../../_model/wall-time.ts";
import { PaperRow } from "./paper-row.tsx";

/** Lists each reservation once, with all data that may be needed at a counter. */
export async function PaperBookings({ plan }: { plan: ExportPlan }) {
  const [formats, t] = await Promise.all([getFormats(), getTranslations("trip-files")]);
  const { reservations, trip, words } = plan;
  const locale = intlLocales[plan.locale];
  const { money } = moneyFormatOf(locale, currenciesOf(trip));
  if (reservations.length === 0) return null;

  /** Formats an end; the date is left out if it equals `saidDate`. */
  function moment(end: LocalTime | null, saidDate?: string): string | null {
    if (!end) return null;
    const clock = localClock(end);
    const zone = end.zone === trip.timezone ? null : zoneName(end.zone, locale);
    const date = localDate(end) === saidDate && clock ? null : formats.day(localDate(end), { weekday: true });
    return [date, clock, clock && zone].filter(Boolean).join(" ");
  }
  function when({ start, end }: ReservationDto): string {
    const ends = [moment(start), moment(end, start ? localDate(start) : undefined)];
    return ends.filter(Boolean).join(" – ") || t("print.undated");
  }

  return (
    <section className="pt-8">
      <h2 className="break-after-avoid border-b border-line-strong pb-1.5 text-lg font-semibold">
        {t("print.bookings")}
      </h2>
      <ul>
        {reservations.map((reservation) => (
          <PaperRow
            key={reservation.id}
            time={words.kinds[reservation.kind]}
            name={reservation.title}
            lines={[
              when(reservation),
              placesOf(reservation),
              named(t("print.confirmation"), reservation.confirmation),
              named(t("print.provider"), reservation.provider),
              named(t("print.contact"), reservation.contact),
              reservation.cost && money(reservation.cost),
              named(t("print.withPlace"), plan.whoIn(reservation.participants)),
              reservation.notes,
              reservation.url,
            ]}
          />
        ))}
      </ul>
    </section>
  );
}

function named(word: string, value: string | null): string | null {
  return value && `${word} ${value}`;
}

function placesOf({ kind, from, to }: ReservationDto): string | null {
  const places = (isTravel(kind) ? [from, to] : [from]).filter((place) => place !== null);
  return places.map(spot).join(" → ") || null;
}

function spot({ name, code, address }: NamedPlace): string {
  return [code ? `${name} (${code})` : name, address].filter(Boolean).join(", ");
}
