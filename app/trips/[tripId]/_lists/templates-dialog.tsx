"use client";

import { Check, ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ItemList } from "#lib/shared/items.ts";
import { usePeople } from "../_base/people.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { itemsOf } from "./list-groups.ts";
import { textInLanguage, type Template, templatesOf } from "./templates.ts";
import { useListRights } from "./use-list-rights.ts";

type TemplatesDialogProps = { list: ItemList; onClose: () => void };

/** A dialog with lists to start from; the items of each are shown before they are added. */
export default function TemplatesDialog({ list, onClose }: TemplatesDialogProps) {
  const t = useTranslations("trip-lists");
  const language = useLanguage();
  const [chosen, setChosen] = useState<Template | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={
        chosen
          ? textInLanguage(chosen.name, language)
          : t(list === "packing" ? "packingTemplates" : "todoTemplates")
      }
      closeLabel={t("close")}
      width="sm"
      footer={
        chosen ? (
          <AddTemplate template={chosen} list={list} onBack={() => setChosen(null)} onDone={onClose} />
        ) : null
      }
    >
      {chosen ? <Preview template={chosen} list={list} /> : <Choice list={list} onChoose={setChosen} />}
    </Dialog>
  );
}

function useLanguage(): "en" | "zh" {
  return useLocale() === "zh" ? "zh" : "en";
}

function Choice({ list, onChoose }: { list: ItemList; onChoose: (template: Template) => void }) {
  const t = useTranslations("trip-lists");
  const language = useLanguage();
  return (
    <ul className="-mx-2">
      {templatesOf(list).map((template) => (
        <li key={template.id}>
          <button
            type="button"
            onClick={() => onChoose(template)}
            className="flex min-h-13 w-full items-center gap-3 rounded-sm px-2 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium phone:text-md">
                {textInLanguage(template.name, language)}
              </span>
              <span className="block truncate text-xs text-text-3 phone:text-sm">
                {template.sections.map(({ title }) => textInLanguage(title, language)).join(" · ")}
              </span>
            </span>
            <span className="text-xs text-text-3 tabular-nums phone:text-sm">
              {t("itemCount", { count: template.sections.flatMap(({ items }) => items).length })}
            </span>
            <Icon of={ChevronRight} className="text-text-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the items of a template, with whether the list contains them already; adding a template twice adds nothing
 * twice.
 */
function useMissing(template: Template, list: ItemList) {
  const language = useLanguage();
  const items = useTrip((trip) => trip.items);
  const known = new Set(itemsOf(items, list, null).map(({ text }) => text.toLocaleLowerCase()));
  return template.sections.map(({ title, items: all }) => ({
    section: textInLanguage(title, language),
    items: all.map((words) => {
      const text = textInLanguage(words, language);
      return { text, isThere: known.has(text.toLocaleLowerCase()) };
    }),
  }));
}

function Preview({ template, list }: { template: Template; list: ItemList }) {
  const t = useTranslations("trip-lists");
  return (
    <div className="space-y-4">
      {useMissing(template, list).map(({ section, items }) => (
        <section key={section}>
          <h3 className="mb-1 text-xs font-semibold text-text-3">{section}</h3>
          <ul>
            {items.map(({ text, isThere }) => (
              <li key={text} className="flex min-h-7 items-center gap-2 text-sm phone:text-md">
                <span className={isThere ? "min-w-0 flex-1 text-text-3" : "min-w-0 flex-1"}>{text}</span>
                {isThere ? (
                  <span className="flex items-center gap-1 text-xs text-text-3">
                    <Icon of={Check} size={14} />
                    {t("isThere")}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type AddTemplateProps = { template: Template; list: ItemList; onBack: () => void; onDone: () => void };

function AddTemplate({ template, list, onBack, onDone }: AddTemplateProps) {
  const t = useTranslations("trip-lists");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { edit } = useListRights();
  const { present } = usePeople();
  const [who, setWho] = useState<"all" | "me">(edit ? "all" : "me");
  const missing = useMissing(template, list).flatMap(({ section, items }) =>
    items.filter(({ isThere }) => !isThere).map(({ text }) => ({ section, text })),
  );

  function add() {
    const isPrivate = who === "me";
    const items = missing.map(({ section, text }) => ({ list, section, text, isPrivate }));
    undoToast(t("addedMany", { count: items.length }), writes.addItems(items));
    onDone();
  }

  return (
    <>
      <Button tone="plain" icon={ChevronLeft} className="-ml-2" onClick={onBack}>
        {t("back")}
      </Button>
      <span className="flex-1" />
      {edit && present.length > 1 ? (
        <Segmented
          label={t("forWhom")}
          value={who}
          onChange={setWho}
          options={[
            { value: "all", label: t("everyone") },
            { value: "me", label: t("justMe") },
          ]}
        />
      ) : null}
      <Button tone="primary" disabled={missing.length === 0} onClick={add}>
        {t("addCount", { count: missing.length })}
      </Button>
    </>
  );
}
