import { Skeleton } from "./skeleton.tsx";

/** Lines of text beside a face, while they are on their way; `widths` in percent. */
export function SkeletonRows({ widths }: { widths: readonly number[] }) {
  return widths.map((width) => (
    <div key={width} className="flex gap-3">
      <Skeleton className="size-6 rounded-full" />
      <span className="pt-1" style={{ width: `${width}%` }}>
        <Skeleton className="h-4 w-full" />
      </span>
    </div>
  ));
}
