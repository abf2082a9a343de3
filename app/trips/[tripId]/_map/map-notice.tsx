import { Button } from "#app/_ui/button.tsx";

interface MapNoticeProps {
  title: string;
  hint?: string;
  retry?: { label: string; run: () => void };
}

/** In the map's place when there is none; the plan beside it says the same in words. */
export function MapNotice({ title, hint, retry }: MapNoticeProps) {
  return (
    <div
      role="status"
      className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-map-land p-6 text-center"
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
