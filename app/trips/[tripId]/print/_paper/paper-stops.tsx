import { intlLocales } from "#app/_i18n/locales.ts";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import type { ExportPlan } from "#lib/server/exports/export-plan.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { currenciesOf, moneyFormatOf } from "../../_model/money/money-format.ts";
import { zoneName } from "../../_model/wall-time.ts";
import { PaperRow } from "./paper-row.tsx";

export function PaperStops({ plan, stops }: { plan: ExportPlan; stops: readonly StopDto[] }) {
  if (stops.length === 0) return null;
  return (
    <ul>
      {stops.map((stop) => (
        <PaperStop key={stop.id} plan={plan} stop={stop} />
      ))}
    </ul>
  );
}

export async function PaperStop({ plan, stop }: { plan: ExportPlan; stop: StopDto }) {
  const t = await getTranslations("trip-files");
  const locale = intlLocales[plan.locale];
  const format = moneyFormatOf(locale, currenciesOf(plan.trip));
  const who = plan.whoIn(stop.participants);
  return (
    <PaperRow
      time={stop.startTime}
      until={stop.endTime}
      zone={stop.startTime && stop.timezone ? zoneName(stop.timezone, locale) : null}
      // The category "other" is not printed.
      kind={stop.category === "other" ? null : plan.words.categories[stop.category]}
      name={stop.name}
      lines={[
        stop.place?.address,
        stop.notes,
        stop.cost && format.money(stop.cost),
        who && `${t("print.withPlace")} ${who}`,
        stop.url,
      ]}
    />
  );
}
