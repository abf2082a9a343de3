import { Skeleton } from "./skeleton.tsx";

/** Placeholders for lines of text beside avatars while they are loaded; `widths` are in percent. */
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
