"use client";

import { Check, Download } from "lucide-react";
import { useFormatter } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRef, useState } from "react";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";
import { SavedWords } from "#app/account/_form/field-line.tsx";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useExport } from "#lib/client/account/account-data.ts";

const DeleteDialog = lazyComponent(() => import("#app/account/_data/delete-dialog.tsx"));

type DataSectionProps = { email: string; hasPassword: boolean };

/** The section for exporting all data and for deleting the account. */
export function DataSection({ email, hasPassword }: DataSectionProps) {
  const t = useTranslations("account");
  const tellMissing = useCodeLoadFailureToast();
  const [open, setOpen] = useState(false);
  return (
    <div className="space-y-4">
      <ExportRow />
      <SettingRow
        title={t("delete")}
        text={t("deleteText")}
        actions={
          <Button
            tone="danger"
            className="-mr-3"
            aria-label={t("delete")}
            onPointerEnter={DeleteDialog.preload}
            onClick={() => setOpen(true)}
          >
            {t("deleteOpen")}
          </Button>
        }
      />
      {open ? (
        <DeleteDialog
          email={email}
          hasPassword={hasPassword}
          onClose={() => setOpen(false)}
          onMissing={() => {
            setOpen(false);
            tellMissing();
          }}
        />
      ) : null}
    </div>
  );
}

function ExportRow() {
  const t = useTranslations("account");
  const tUi = useTranslations("ui");
  const format = useFormatter();
  const { sayError } = useProblemWords();
  const { state, start, cancel } = useExport();
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = state.kind === "busy";
  const kilobytes = isBusy ? Math.ceil(state.bytes / 1000) : 0;
  const size = format.number(kilobytes, { style: "unit", unit: "kilobyte" });
  const said = kilobytes > 0 ? t("exportBusy", { size }) : t("exportBegun");

  function stop() {
    // The cancel button disappears, so the focus moves to another button first.
    button.current?.focus();
    cancel();
  }

  return (
    <SettingRow
      title={t("exportTitle")}
      text={
        <span className="grid *:col-start-1 *:row-start-1">
          {/* The hidden text still takes up its space, so that nothing below it moves. */}
          <span className={state.kind === "resting" ? undefined : "invisible"}>{t("exportText")}</span>
          {isBusy ? (
            <span>
              <span aria-hidden className="mr-3">
                {said}
              </span>
              <TextButton onClick={stop}>{tUi("cancel")}</TextButton>
            </span>
          ) : null}
          {state.kind === "failed" ? (
            <SavedWords saving={{ kind: "failed", text: sayError(state.error) }} hint={null} />
          ) : null}
          <output className="inline-flex items-center gap-1.5 self-start text-success">
            {state.kind === "done" ? (
              <>
                <Icon of={Check} size={14} />
                {t("exportDone")}
              </>
            ) : null}
          </output>
        </span>
      }
      actions={
        <Button ref={button} icon={Download} busy={isBusy} onClick={() => void start()}>
          {t("export")}
        </Button>
      }
    />
  );
}
