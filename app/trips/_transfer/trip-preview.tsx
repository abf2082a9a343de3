"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { LIST_RESOURCES } from "#lib/shared/resources/list-resources.ts";
import type { TripFilePreview } from "#lib/shared/imports.ts";

const COUNTED = [
  "stops",
  "reservations",
  "decisions",
  "items",
  "expenses",
  "settlements",
  "comments",
] as const;

/** The content of a trip file before it is imported. */
export function TripPreview({ preview }: { preview: TripFilePreview }) {
  const t = useTranslations("trip-files");
  const tLists = useTranslations("list-resources");
  const formats = useFormats();
  const { title, startDate, endDate, members, counts } = preview;
  const held = [
    ...COUNTED.filter((name) => counts[name] > 0).map((name) => t(`count.${name}`, { count: counts[name] })),
    ...Object.values(LIST_RESOURCES)
      .filter(({ list }) => counts[list] > 0)
      .map(({ kind, list }) => tLists(`${kind}.count`, { count: counts[list] })),
  ];
  return (
    <>
      <h3 className="text-lg font-semibold">{title}</h3>
      <dl className="grid gap-y-2 pt-2 md:grid-cols-[88px_minmax(0,1fr)]">
        <Fact name={t("tripDates")}>
          {startDate && endDate ? formats.range(startDate, endDate, true) : t("tripUndated")}
        </Fact>
        <Fact name={t("tripHolds")}>{held.length > 0 ? held.join(" · ") : t("tripEmpty")}</Fact>
        <Fact name={t("tripPeople")}>
          {members.join(" · ")}
          <span className="block text-sm text-pretty text-text-3">{t("tripPeopleNote")}</span>
        </Fact>
      </dl>
      {counts.attachments > 0 ? (
        <InlineAlert className="mt-4">{t("tripFilesLeft", { count: counts.attachments })}</InlineAlert>
      ) : null}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="phone:-mt-2">{children}</dd>
    </>
  );
}
