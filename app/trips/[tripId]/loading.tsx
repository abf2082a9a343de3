import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Skeleton } from "#app/_ui/skeleton.tsx";

/** A skeleton with the shape of the page: header, tabs, rail, days, map. */
export default function TripLoading() {
  const t = useTranslations("ui");
  return (
    <div
      aria-busy
      className="grid h-dvh grid-cols-[clamp(376px,49vw,528px)_minmax(0,1fr)] grid-rows-[56px_minmax(0,1fr)] overflow-hidden bg-paper phone:flex phone:flex-col"
    >
      <p className="sr-only">{t("loading")}</p>
      <div className="col-span-full flex h-14 shrink-0 items-center gap-3 border-b border-line pl-14 phone:border-0 phone:pl-12">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="h-4 w-32 phone:hidden" />
      </div>
      <div className="min-h-0 overflow-hidden pt-12 pl-14 phone:flex-1 phone:px-4 phone:pt-4">
        <DaySkeleton rows={3} />
        <DaySkeleton rows={4} />
        <DaySkeleton rows={3} />
      </div>
      <div className="bg-map-land phone:hidden" />
    </div>
  );
}

function DaySkeleton({ rows }: { rows: number }) {
  return (
    <div className="pb-6">
      <div className="flex h-11 items-center gap-3">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-4 w-36" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-18.5 items-start gap-3 pt-2">
          <Skeleton className="h-4 w-11" />
          <Skeleton className="size-5.5 rounded-full" />
          <div className="space-y-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}
