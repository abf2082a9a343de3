import { useMemo } from "react";
import { encode } from "uqr";
import { cx } from "#app/_ui/cx.ts";

/** The width of the quiet zone in modules; scanners need four. */
const BORDER = 4;

/** A QR code, dark on light in both themes, because many scanners read nothing else. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx("rounded-md bg-on-overlay text-overlay shadow-[0_0_0_1px_var(--color-line)]", className)}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** Draws one rectangle for each run of dark modules. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: BORDER });
  let path = "";
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`;
    }
  }
  return { size, path };
}
