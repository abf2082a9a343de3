"use client";

import { CalendarDays, Map as MapIcon, Paperclip } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import type { OfflineView } from "#lib/client/offline/offline-copy.ts";
import { formatBytes } from "../_base/files/file-facts.ts";
import { useView } from "../_base/view.tsx";
import { OfflineActs } from "./offline-acts.tsx";
import { isCompletelyStored } from "./offline-state.ts";
import { useOfflineCopy } from "./use-offline.ts";

/** The dialog that shows what of the trip is stored offline, its size and its progress. */
export default function OfflineDialog() {
  const t = useTranslations("trip-offline");
  const view = useView();
  const offline = useOfflineCopy();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) view.set({ dialog: null });
      }}
      title={t("title")}
      description={t(offline?.view.map === null ? "introFiles" : "intro")}
      closeLabel={t("close")}
      width="sm"
      footer={offline ? <OfflineActs {...offline} /> : undefined}
    >
      <ul className="divide-y divide-line border-y border-line">
        <Part icon={CalendarDays} name={t("plan")}>
          {t("here")}
        </Part>
        <MapPart view={offline?.view} />
        <FilesPart view={offline?.view} />
      </ul>
      <Note view={offline?.view} />
    </Dialog>
  );
}

type PartProps = { icon: LucideIcon; name: string; children: ReactNode; below?: ReactNode };

function Part({ icon, name, children, below }: PartProps) {
  return (
    <li className="py-3">
      <div className="flex min-h-5 items-center gap-2.5">
        <Icon of={icon} className="text-text-3" />
        <span className="flex-1 font-medium">{name}</span>
        <span className="text-right text-sm text-text-2 tabular-nums">{children}</span>
      </div>
      {below}
    </li>
  );
}

type ShownProps = { view: OfflineView | undefined };

function MapPart({ view }: ShownProps) {
  const t = useTranslations("trip-offline");
  const bytes = useBytes();
  if (view && !view.map) return null;
  const { bytes: size = 0, share = 0, end = null } = view?.map ?? {};
  const percent = Math.floor(share * 100);
  const isComing = view?.isKeeping === true && share < 1;
  const words = () => {
    if (!view || view.isLooking) return "…";
    if (isComing) return t("coming", { percent, size: bytes(size) });
    if (size === 0) return t("notHere");
    return t(end === "whole" || end === "cut" ? "sized" : "partly", { size: bytes(size) });
  };
  return (
    <Part
      icon={MapIcon}
      name={t("map")}
      below={
        isComing ? (
          <progress
            value={percent}
            max={100}
            aria-label={t("progress")}
            className="mt-2.5 block h-1 w-full appearance-none overflow-hidden rounded-full bg-press [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
          />
        ) : null
      }
    >
      {words()}
    </Part>
  );
}

function FilesPart({ view }: ShownProps) {
  const t = useTranslations("trip-offline");
  const bytes = useBytes();
  const { kept = 0, wanted = 0, bytes: size = 0 } = view?.files ?? {};
  const words = () => {
    if (!view || view.isLooking) return "…";
    if (wanted === 0) return t("noFiles");
    return kept === 0 ? t("notHere") : t("filesHere", { kept, wanted, size: bytes(size) });
  };
  return (
    <Part icon={Paperclip} name={t("files")}>
      {words()}
    </Part>
  );
}

/** Explains the present state and what the user can do about it. */
function Note({ view }: ShownProps) {
  const t = useTranslations("trip-offline");
  if (!view || view.isLooking) return null;
  if (view.isFull) {
    return (
      <p role="alert" className="pt-3 text-sm text-warning">
        {t("full")}
      </p>
    );
  }
  const words = () => {
    if (view.wait && !isCompletelyStored(view)) return t(`wait.${view.wait}`);
    if (view.map?.end === "cut") return t("cut");
    return view.isKeeping || isCompletelyStored(view) ? t("stays") : t("byItself");
  };
  return <output className="block pt-3 text-sm text-text-3">{words()}</output>;
}

function useBytes(): (bytes: number) => string {
  const { locale } = useFormats();
  return (bytes) => formatBytes(bytes, intlLocales[locale]);
}
