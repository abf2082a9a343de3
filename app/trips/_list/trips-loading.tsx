import { useTranslations } from "#app/_i18n/use-translations.ts";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { TripsSkeleton } from "#app/trips/_list/trips-skeleton.tsx";

/** The page in its final shape while the list is loaded. */
export function TripsLoading() {
  const t = useTranslations("ui");
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader href="/trips">{null}</SiteHeader>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-230 px-6 pt-4 pb-10 phone:px-1 phone:pt-2"
      >
        <TripsSkeleton label={t("loading")} />
      </main>
    </div>
  );
}
