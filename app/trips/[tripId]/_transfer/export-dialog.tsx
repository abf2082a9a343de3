"use client";

import {
  Archive,
  CalendarDays,
  Globe,
  HandCoins,
  type LucideIcon,
  Printer,
  Route,
  Sheet,
} from "lucide-react";
import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ComponentProps } from "react";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { exportPath } from "#lib/client/trips/exports.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ExportFormat } from "#lib/shared/export-formats.ts";
import { NeedsNetwork } from "../_base/needs-network.tsx";
import { useView } from "../_base/view.tsx";
import { CalendarFeeds } from "./calendar-feeds.tsx";

const FORMATS: readonly (readonly [ExportFormat, LucideIcon])[] = [
  ["ics", CalendarDays],
  ["csv", Sheet],
  ["expenses", HandCoins],
  ["gpx", Route],
  ["kml", Globe],
  ["json", Archive],
];

/** The dialog for printing, export files and calendar feeds. */
export default function ExportDialog() {
  const t = useTranslations("trip-files");
  const view = useView();
  const lang = useLocale();
  const { id, isDemo } = useTrip((trip) => ({ id: trip.id, isDemo: trip.isDemo }));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) view.set({ dialog: null });
      }}
      title={t("exportTitle")}
      closeLabel={t("close")}
    >
      <NeedsNetwork what="exports" className="mb-3" />
      <ul className="-mx-2.5">
        <li>
          <ExportRow
            href={`/trips/${id}/print`}
            target="_blank"
            icon={Printer}
            title={t("format.print")}
            text={t("format.printText")}
          />
        </li>
        {FORMATS.map(([format, icon]) => (
          <li key={format}>
            <ExportRow
              href={exportPath(id, { format, lang })}
              download
              icon={icon}
              title={t(`format.${format}`)}
              text={t(`format.${format}Text`)}
            />
          </li>
        ))}
      </ul>
      {isDemo ? null : <CalendarFeeds tripId={id} />}
    </Dialog>
  );
}

type ExportRowProps = ComponentProps<"a"> & { icon: LucideIcon; title: string; text: string };

function ExportRow({ icon, title, text, ...link }: ExportRowProps) {
  return (
    <a
      {...link}
      className="flex min-h-13 items-center gap-3.5 rounded-md px-2.5 py-1.5 transition-colors hover:bg-hover"
    >
      <Icon of={icon} size={20} className="text-text-2" />
      <span className="grid min-w-0">
        <span className="font-medium">{title}</span>
        <span className="text-sm text-text-3">{text}</span>
      </span>
    </a>
  );
}
