"use client";

import { FilePen } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { useDraftCount } from "../_base/suggestions/use-suggested.ts";
import { useSendDraft } from "./use-send-draft.ts";

/** The bar above the plan with the number of changes in a viewer's draft, and buttons to send or discard it. */
export default function DraftBar() {
  const t = useTranslations("trip-suggestions");
  const view = useView();
  const open = useViewState(({ suggestions }) => suggestions);
  const count = useDraftCount();
  const { busy, problem, send, discard } = useSendDraft();
  return (
    <section
      aria-label={t("draft")}
      className="flex min-h-10 flex-wrap items-center gap-x-1 border-b border-line bg-accent-tint py-1 pr-4 pl-4 text-sm text-accent-text md:pl-14 phone:pr-2"
    >
      <Icon of={FilePen} className="mr-1" />
      <output className="min-w-0 flex-1 font-medium">{t("gathered", { count })}</output>
      {open ? null : (
        <>
          <Button size="sm" tone="accent" onClick={view.openSuggestions}>
            {t("review")}
          </Button>
          <Button size="sm" tone="plain" className="text-text-2 phone:hidden" onClick={discard}>
            {t("discard")}
          </Button>
          <Button size="sm" tone="primary" busy={busy} className="ml-1" onClick={send}>
            {t("send")}
          </Button>
        </>
      )}
      {problem === null || open ? null : (
        <p role="alert" className="basis-full pb-1 text-danger">
          {problem}
        </p>
      )}
    </section>
  );
}
