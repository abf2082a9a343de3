type PaperRowProps = {
  /** The time as HH:mm. */
  time?: string | null;
  until?: string | null;
  /** The name of the time zone if it is not the day's. */
  zone?: string | null;
  kind?: string | null;
  name: string;
  lines?: readonly (string | null | undefined)[];
};

/** One row of a day, which is never divided between two pages. */
export function PaperRow({ time, until, zone, kind, name, lines }: PaperRowProps) {
  const told = lines?.filter(Boolean).join("\n");
  return (
    <li className="grid break-inside-avoid grid-cols-[92px_minmax(0,1fr)] gap-x-4 border-b border-line py-2 last:border-0">
      <span className="text-sm leading-5.5 text-text-2 tabular-nums">
        {time}
        {until ? ` – ${until}` : null}
        {zone ? <span className="block text-xs break-words text-text-3">{zone}</span> : null}
      </span>
      <div className="min-w-0">
        <p className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 font-medium">{name}</span>
          {kind ? <span className="shrink-0 text-xs text-text-3">{kind}</span> : null}
        </p>
        {told ? <p className="text-sm break-words whitespace-pre-line text-text-2">{told}</p> : null}
      </div>
    </li>
  );
}
