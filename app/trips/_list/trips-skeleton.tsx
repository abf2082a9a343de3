import { Skeleton } from "#app/_ui/skeleton.tsx";

/** A placeholder of the list in its final shape. */
export function TripsSkeleton({ label }: { label: string }) {
  return (
    <section aria-busy aria-label={label}>
      <Skeleton className="mx-3 mt-0.5 mb-2 h-4 w-24" />
      {["w-2/5", "w-3/5", "w-1/2"].map((width) => (
        <div
          key={width}
          className="grid grid-cols-[112px_minmax(0,1fr)] items-center gap-5 px-3 py-2.5 phone:grid-cols-[84px_minmax(0,1fr)] phone:gap-3.5"
        >
          <Skeleton className="h-19 rounded-sm phone:h-18" />
          <div className="grid gap-2">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-4 w-1/3" />
          </div>
        </div>
      ))}
    </section>
  );
}
