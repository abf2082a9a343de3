"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";

type SendingLineProps = { label: string; share: number; onCancel: () => void };

/** The progress of an upload; when the file is sent completely, the service reads it. */
export function UploadProgress({ label, share, onCancel }: SendingLineProps) {
  const t = useTranslations("trip-files");
  const isSent = share >= 1;
  return (
    <div className="grid min-h-36 content-center gap-3 rounded-md bg-sunken px-5 py-6">
      <p className="flex items-baseline gap-3 text-sm">
        <output className="min-w-0 flex-1 truncate font-medium">{label}</output>
        <span className="text-text-3">{isSent ? null : t("sent", { share })}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isSent ? undefined : Math.round(share * 100)}
        className="h-1.5 overflow-hidden rounded-full bg-press"
      >
        <i
          className={`block h-full rounded-full bg-accent transition-[width] ${isSent ? "animate-pulse motion-reduce:animate-none" : ""}`}
          style={{ width: `${Math.max(4, share * 100)}%` }}
        />
      </div>
      <Button tone="plain" size="sm" className="-ml-2.5 justify-self-start" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}
