import { SkeletonRows } from "#app/_ui/skeleton-rows.tsx";

export function ActivitySkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="space-y-4 px-3 pt-6">
      <SkeletonRows widths={[72, 56, 64, 48, 60]} />
    </div>
  );
}
