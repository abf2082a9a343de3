import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { NewStop } from "#lib/shared/stops.ts";
import { zoneComparisonDates } from "#lib/shared/wall-clock.ts";
import { type DayTimeZone, foreignZone } from "../_model/plan/stop-of-place.ts";
import { useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";

type Added = Pick<NewStop, "name" | "place" | "category">;

/** Returns a function that adds a place to a day, or to Ideas if the day does not exist any more. */
export function useAddStop() {
  const t = useTranslations("map");
  const trip = useTranslations("trip");
  const formats = useFormats();
  const view = useView();
  const writes = useWrites();
  const sayUndoable = useUndoToast();
  const { days, timezone, ...dates } = useTrip((now) => ({
    days: now.days,
    timezone: now.timezone,
    startDate: now.startDate,
    endDate: now.endDate,
  }));
  const dayOf = (dayId: string | null) => days.find(({ id }) => id === dayId);
  const nameOf = (dayId: string | null) => {
    const day = dayOf(dayId);
    return day ? formats.day(day.date, { weekday: true }) : trip("ideas");
  };

  /**
   * Adds a stop to a day, or to Ideas if the day does not exist.
   * @param zone the place's time zone, if it is known
   */
  function add(added: Added, dayId: string | null, zone: string | undefined): Promise<unknown> {
    const day = dayOf(dayId);
    const clock: DayTimeZone | undefined = day && {
      zone: day.timezone ?? timezone,
      ...zoneComparisonDates(dates, formats.today()),
    };
    const foreign = clock ? foreignZone({ timezone: zone }, clock) : null;
    const id = newId();
    const write = writes.addStop({
      id,
      dayId: day?.id ?? null,
      ...added,
      ...(foreign !== null && { timezone: foreign }),
    });
    sayUndoable(t("add.done", { name: added.name, where: nameOf(dayId) }), write);
    highlight(id);
    return write;
  }

  /** Highlights the marker of the new stop until the next press. */
  function highlight(id: string) {
    view.set({ hoveredId: id });
    const end = () => view.get().hoveredId === id && view.set({ hoveredId: null });
    window.addEventListener("pointerdown", end, { once: true, capture: true });
  }

  return { days, dayOf, nameOf, add };
}
