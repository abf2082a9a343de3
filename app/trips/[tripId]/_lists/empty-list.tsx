"use client";

import { ListChecks, Luggage } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import type { ItemList } from "#lib/shared/items.ts";
import { useListRights } from "./use-list-rights.ts";

/** Explains an empty list and how to start it. */
export function EmptyList({ list, onTemplates }: { list: ItemList; onTemplates: () => void }) {
  const t = useTranslations("trip-lists");
  const { keepOwn } = useListRights();
  const isPacking = list === "packing";
  return (
    <EmptyState
      icon={isPacking ? Luggage : ListChecks}
      title={t(isPacking ? "emptyPacking" : "emptyTodo")}
      level={3}
      className="pt-8 pb-6"
      action={
        keepOwn ? (
          <Button tone="primary" onClick={onTemplates}>
            {t("useTemplate")}
          </Button>
        ) : null
      }
    >
      {keepOwn ? t(isPacking ? "emptyPackingHint" : "emptyTodoHint") : null}
    </EmptyState>
  );
}
