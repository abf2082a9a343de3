"use client";

import { Download } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useRef } from "react";
import { CopyButton } from "#app/account/_form/copy-button.tsx";
import { Button } from "#app/_ui/button.tsx";
import { saveFile } from "#lib/client/account/account-data.ts";

type BackupCodesProps = { codes: readonly string[]; owner: string; onDone: () => void };

/** Shows the backup codes once, to be copied, downloaded or written down. */
export function BackupCodes({ codes, owner, onDone }: BackupCodesProps) {
  const t = useTranslations("account");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = codes.join("\n");

  function download() {
    const file = `${t("backupFile", { name: owner })}\n\n${text}\n`;
    saveFile("wayfare-backup-codes.txt", new Blob([file], { type: "text/plain" }));
  }

  return (
    <>
      <p className="mb-4 text-text-2">{t("backupText")}</p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t("backupList")}
        translate="no"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-press px-4 py-3 font-medium outline-none focus-visible:shadow-none"
      >
        {codes.map((code) => (
          <li key={code} className="font-mono">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        <CopyButton text={text} />
        <Button icon={Download} onClick={download}>
          {t("backupDownload")}
        </Button>
        <Button tone="primary" className="ml-auto" onClick={onDone}>
          {t("backupSaved")}
        </Button>
      </div>
    </>
  );
}
