import { type Scene, scenes, type Stroke } from "#app/_shell/map-scenes.ts";
import { cx } from "#app/_ui/cx.ts";

type MapThumbnailProps = {
  /** The same seed, such as a trip's id, always gives the same drawing. */
  seed: string;
  /** How many stops to show: one to three, more would only blur. */
  stops?: number;
  /** Stops that have no day yet: grey and without a route. */
  undated?: boolean;
  className?: string;
};

/** A small drawn map in the day colours: tells trips apart at a glance, and claims nothing about the place. */
export function MapThumbnail({ seed, stops = 3, undated = false, className }: MapThumbnailProps) {
  const random = hash(seed);
  const scene = scenes[random % scenes.length] ?? scenes[0];
  if (!scene) return null;
  const flipped = (random >>> 8) % 2 === 1;
  const places = scene.places.slice(0, Math.min(Math.max(1, stops), 3));
  const firstDay = (random >>> 12) % 8;
  return (
    <svg
      viewBox="0 0 112 84"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable={false}
      className={cx("block overflow-hidden rounded-sm", className)}
    >
      <g transform={flipped ? "translate(112 0) scale(-1 1)" : undefined}>
        <rect width="112" height="84" fill={`var(--color-map-${scene.ground})`} />
        {scene.strokes.map((stroke) => (
          <Landscape key={stroke.d} stroke={stroke} />
        ))}
        {undated ? null : <Route places={places} day={firstDay + 1} dotted={scene.ground === "water"} />}
        {places.map(([x, y], index) => (
          <circle
            key={`${x} ${y}`}
            cx={x}
            cy={y}
            r="5"
            fill={undated ? "var(--color-day-8)" : `var(--color-day-${((firstDay + index) % 8) + 1})`}
            stroke="var(--color-surface)"
            strokeWidth="2"
          />
        ))}
      </g>
    </svg>
  );
}

function Landscape({ stroke }: { stroke: Stroke }) {
  const color = `var(--color-map-${stroke.tone})`;
  if (stroke.width === undefined) return <path d={stroke.d} fill={color} />;
  return <path d={stroke.d} fill="none" stroke={color} strokeWidth={stroke.width} strokeLinecap="round" />;
}

function Route({ places, day, dotted }: { places: Scene["places"]; day: number; dotted: boolean }) {
  return (
    <polyline
      points={places.map(([x, y]) => `${x},${y}`).join(" ")}
      fill="none"
      stroke={`var(--color-day-${day})`}
      strokeWidth="2.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      strokeDasharray={dotted ? "0.1 5" : undefined}
    />
  );
}

/** FNV-1a: ids that differ in one letter look different. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
