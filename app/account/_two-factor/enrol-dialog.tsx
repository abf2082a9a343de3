"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { AccountDialog } from "#app/account/_form/account-dialog.tsx";
import { usePendingRequest } from "#app/account/_form/use-under-way.ts";
import { BackupCodes } from "#app/account/_two-factor/backup-codes.tsx";
import { ConfirmStep, type TwoFactorDialogProps } from "#app/account/_two-factor/confirm-step.tsx";
import { ScanStep } from "#app/account/_two-factor/scan-step.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useRefreshAccount } from "#lib/client/account/account.ts";
import type { Enrolment } from "#lib/client/account/account-answers.ts";
import { beginTwoFactor } from "#lib/client/account/account-security.ts";
import { verifyTotp } from "#lib/client/account/auth.ts";

/**
 * The dialog for turning the second factor on: password, QR code, first digits and backup codes. The second factor is
 * on as soon as the first digits are accepted.
 */
export default function EnrolDialog(props: TwoFactorDialogProps) {
  const t = useTranslations("account");
  const refresh = useRefreshAccount();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [isOn, setIsOn] = useState(false);
  const { isUnderWay, track } = usePendingRequest();

  async function verify(code: string) {
    await track(() => verifyTotp({ code }));
    setIsOn(true);
    // The account is read again, because the first right code also gives this browser a new session.
    await refresh();
  }

  function close() {
    props.onClose();
    if (isOn) toast(t("twoFactorIsOn"));
  }

  return (
    <AccountDialog
      title={t(isOn ? "backupTitle" : "enrolTitle")}
      onClose={close}
      stays={isOn}
      busy={isUnderWay}
    >
      {enrolment === null ? (
        <ConfirmStep
          {...props}
          text={t("enrolText")}
          button={t("continue")}
          send={async (body) => setEnrolment(await track(() => beginTwoFactor(body)))}
        />
      ) : null}
      {enrolment !== null && !isOn ? (
        <ScanStep uri={enrolment.totpURI} send={verify} onCancel={props.onClose} />
      ) : null}
      {enrolment !== null && isOn ? (
        <BackupCodes codes={enrolment.backupCodes} owner={props.user.name} onDone={close} />
      ) : null}
    </AccountDialog>
  );
}
