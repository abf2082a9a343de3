import { getFormats } from "#app/_i18n/get-formats.ts";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import type { ExportPlan } from "#lib/server/exports/export-plan.ts";

/** Shows the title, dates, destination and members. */
export async function PaperHead({ plan: { trip } }: { plan: ExportPlan }) {
  const [formats, t] = await Promise.all([getFormats(), getTranslations("trip-files")]);
  const { startDate, endDate, destination, title } = trip;
  const facts = [
    startDate && endDate ? formats.range(startDate, endDate, true) : t("print.undated"),
    destination && destination.name !== title ? destination.name : null,
    trip.members
      .filter(({ leftAt }) => leftAt === null)
      .map(({ name }) => name)
      .join(", "),
  ];
  return (
    <header className="break-after-avoid pb-2">
      <h1 className="text-2xl font-semibold text-balance">{title}</h1>
      <p className="pt-1 text-text-2">{facts.filter(Boolean).join(" · ")}</p>
    </header>
  );
}
