"use client";

import { Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";
import { SavedWords } from "#app/account/_form/field-line.tsx";
import { SettingRow } from "#app/account/_page/setting-row.tsx";
import { useTellMissing } from "#app/_shell/use-tell-missing.ts";
import { Button } from "#app/_ui/button.tsx";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { useExport } from "#lib/client/account-data.ts";

const DeleteDialog = lazyPart(() => import("#app/account/_data/delete-dialog.tsx"));

type DataSectionProps = { email: string; hasPassword: boolean };

/** A copy of everything, and the end of it. */
export function DataSection({ email, hasPassword }: DataSectionProps) {
  const t = useTranslations("account");
  const tellMissing = useTellMissing();
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
  const isBusy = state.kind === "busy";
  const kilobytes = isBusy ? Math.ceil(state.bytes / 1000) : 0;
  const size = format.number(kilobytes, { style: "unit", unit: "kilobyte" });
  return (
    <SettingRow
      title={t("exportTitle")}
      text={
        <>
          {isBusy ? <span aria-hidden>{t("exportBusy", { size })}</span> : null}
          {state.kind === "failed" ? (
            <SavedWords saving={{ kind: "failed", text: sayError(state.error) }} hint={null} />
          ) : null}
          {state.kind === "resting" ? t("exportText") : null}
          <output className={state.kind === "done" ? "text-success" : "sr-only"}>
            {state.kind === "done" ? t("exportDone") : null}
          </output>
        </>
      }
      actions={
        <>
          {isBusy ? (
            <Button tone="plain" onClick={cancel}>
              {tUi("cancel")}
            </Button>
          ) : null}
          <Button icon={Download} busy={isBusy} onClick={() => void start()}>
            {t("export")}
          </Button>
        </>
      }
    />
  );
}
