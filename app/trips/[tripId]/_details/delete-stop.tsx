"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useWrites } from "../_base/writes.tsx";
import { DeleteRow } from "../_base/fields/delete-row.tsx";

export function DeleteStop({ stop: { id, name } }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const writes = useWrites();
  return <DeleteRow label={t("delete")} said={t("deleted", { name })} remove={() => writes.deleteStop(id)} />;
}
