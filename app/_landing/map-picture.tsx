/** A drawn part of a map with the stops of two days, for the picture of the product. */
export function MapPicture() {
  return (
    <svg
      viewBox="0 0 360 420"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className="h-full min-h-40 w-full phone:h-44"
    >
      <rect width="360" height="420" fill="var(--color-map-land)" />
      <path d="M296-10c-16 60 10 120-8 200s-30 110 4 240h80V-10z" fill="var(--color-map-hill)" />
      <path d="M28 24h78v108H28z" fill="var(--color-map-park)" />
      <path d="M262 236h40v44h-40z" fill="var(--color-map-prec)" />
      <g fill="none" stroke="var(--color-map-street)">
        <path
          strokeWidth="3"
          d="M0 60h292M0 176h292M0 262h276M0 376h282M18 0v420M78 0v420M246 0v420M206 0v420"
        />
        <path strokeWidth="7" d="M0 132h294M0 318h278M106 0v420" />
      </g>
      <path
        d="M186-10c0 110-6 170-24 270s-16 110-34 170"
        fill="none"
        stroke="var(--color-map-water)"
        strokeWidth="18"
        strokeLinecap="round"
      />
      <g fill="none" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M62 218h44v-42h84" stroke="var(--color-day-1)" strokeDasharray="0.1 7" opacity="0.5" />
        <path d="M106 318h140l36-60" stroke="var(--color-day-2)" />
        <path d="M282 258l-36-60" stroke="var(--color-day-2)" strokeDasharray="0.1 7" />
      </g>
      <Stop x={62} y={218} number="1" day={1} hollow />
      <Stop x={192} y={176} number="2" day={1} hollow />
      <circle cx="282" cy="258" r="19" fill="var(--color-day-2)" opacity="0.22" />
      <Stop x={282} y={258} number="1" day={2} />
      <Stop x={244} y={196} number="2" day={2} />
    </svg>
  );
}

type StopProps = { x: number; y: number; number: string; day: 1 | 2; hollow?: boolean };

function Stop({ x, y, number, day, hollow = false }: StopProps) {
  const color = `var(--color-day-${day})`;
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r="12"
        fill={hollow ? "var(--color-surface)" : color}
        stroke={hollow ? color : "var(--color-surface)"}
        strokeWidth="2"
      />
      <text
        x={x}
        y={y}
        dy="0.36em"
        textAnchor="middle"
        fontSize="12"
        fontWeight="600"
        fill={hollow ? color : "var(--color-on-day)"}
      >
        {number}
      </text>
    </g>
  );
}
