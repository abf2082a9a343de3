type QuietCoverProps = {
  /** The same seed, such as a trip's id, always gives the same hills. */
  seed: string;
};

/** A drawing of contour lines, which is shown until the trip's picture is loaded, and when it has none. */
export function ContourCover({ seed }: QuietCoverProps) {
  const turn = hash(seed);
  const [x, y] = [28 + (turn % 57), 20 + ((turn >>> 8) % 44)];
  return (
    <svg
      viewBox="0 0 112 84"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable={false}
      className="absolute inset-0 size-full"
    >
      <rect width="112" height="84" fill="var(--color-map-land)" />
      <g transform={`translate(${x} ${y}) rotate(${(turn >>> 16) % 360})`}>
        {RINGS.map((size, index) => (
          <path
            key={size}
            d={RING}
            transform={`scale(${size}) rotate(${index * 7})`}
            fill="var(--color-map-hill)"
            fillOpacity={0.3}
            stroke="var(--color-map-rail)"
            strokeOpacity={0.4}
            strokeWidth={1}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </g>
    </svg>
  );
}

/** A contour line around the top of a hill, about 20 wide; the lines are drawn from the widest to the narrowest. */
const RING = "M-9-2C-8-7-4-7 0-8s9-2 10 3-2 6-4 9-4 6-9 4-8-6-6-10z";
const RINGS = [10.5, 8.6, 6.8, 5.2, 3.8, 2.6, 1.6, 0.8];

/** A hash (FNV-1a) that differs clearly for ids that differ in one character. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
