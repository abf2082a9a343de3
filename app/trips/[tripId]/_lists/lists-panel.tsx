"use client";

import { ListPlus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { ItemsList } from "./items-list.tsx";
import { LinksList } from "./links-list.tsx";
import { useListRights } from "./use-list-rights.ts";

// The templates are loaded only when the dialog is opened.
const TemplatesDialog = lazyComponent(() => import("./templates-dialog.tsx"));

/** The panel of the packing list, the to-do list and the links. */
export default function ListsPanel() {
  const t = useTranslations("trip-lists");
  const { keepOwn } = useListRights();
  const { showList } = useView();
  const shown = useViewState(({ list }) => list);
  const [templates, setTemplates] = useState(false);
  const openTemplates = () => setTemplates(true);
  return (
    <div className="h-full overflow-y-auto overscroll-contain pr-3 pb-10 pl-11 [--ground:var(--color-paper)] phone:px-1">
      <h2 className="sr-only">{t("title")}</h2>
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2 pr-2 pl-3 phone:pr-3">
        <Segmented
          label={t("which")}
          value={shown}
          onChange={showList}
          options={[
            { value: "packing", label: t("packing") },
            { value: "todo", label: t("todo") },
            { value: "links", label: t("links") },
          ]}
        />
        {keepOwn && shown !== "links" ? (
          <Button tone="plain" icon={ListPlus} className="text-text-2" onClick={openTemplates}>
            {t("templates")}
          </Button>
        ) : null}
      </div>
      {shown === "links" ? <LinksList /> : <ItemsList key={shown} list={shown} onTemplates={openTemplates} />}
      {templates && shown !== "links" ? (
        <TemplatesDialog list={shown} onClose={() => setTemplates(false)} />
      ) : null}
    </div>
  );
}
