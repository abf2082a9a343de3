"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { AccountDialog } from "#app/account/_form/account-dialog.tsx";
import { usePendingRequest } from "#app/account/_form/use-under-way.ts";
import { BackupCodes } from "#app/account/_two-factor/backup-codes.tsx";
import { ConfirmStep, type TwoFactorDialogProps } from "#app/account/_two-factor/confirm-step.tsx";
import { makeBackupCodes } from "#lib/client/account/account-security.ts";

/** The dialog that replaces the backup codes by new ones. */
export default function CodesDialog(props: TwoFactorDialogProps) {
  const t = useTranslations("account");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { isUnderWay, track } = usePendingRequest();
  return (
    <AccountDialog
      title={t(codes ? "backupTitle" : "codesTitle")}
      onClose={props.onClose}
      stays={codes !== null}
      // The new codes are shown only in this dialog, so it can't be closed while they are made.
      busy={isUnderWay}
    >
      {codes ? (
        <BackupCodes codes={codes} owner={props.user.name} onDone={props.onClose} />
      ) : (
        <ConfirmStep
          {...props}
          text={t("codesText")}
          button={t("codesMake")}
          send={async (body) => setCodes(await track(() => makeBackupCodes(body)))}
        />
      )}
    </AccountDialog>
  );
}
