import { Button } from "#app/_ui/button.tsx";
import type { MapPadding } from "../_base/places/map-model.ts";

interface MapNoticeProps {
  title: string;
  hint?: string;
  retry?: { label: string; run: () => void };
  /** The covered edges; the text is centred in the part that they leave. */
  covered?: MapPadding;
}

/** A message instead of the map when the map cannot be shown; the plan beside it has the same content as text. */
export function MapNotice({ title, hint, retry, covered }: MapNoticeProps) {
  return (
    <div
      role="status"
      className="absolute inset-0 grid place-content-center justify-items-center gap-1 border-solid border-transparent bg-map-land p-6 text-center"
      style={covered && { borderWidth: sides(covered) }}
    >
      <p className="text-md font-medium text-text">{title}</p>
      {hint && <p className="max-w-80 text-sm text-text-2">{hint}</p>}
      {retry && (
        <Button tone="secondary" className="mt-3" onClick={retry.run}>
          {retry.label}
        </Button>
      )}
    </div>
  );
}

function sides({ top, right, bottom, left }: MapPadding): string {
  return [top, right, bottom, left].map((side) => `${side}px`).join(" ");
}
