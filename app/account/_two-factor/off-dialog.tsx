"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { AccountDialog } from "#app/account/_form/account-dialog.tsx";
import { usePendingRequest } from "#app/account/_form/use-under-way.ts";
import { ConfirmStep, type TwoFactorDialogProps } from "#app/account/_two-factor/confirm-step.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useRefreshAccount } from "#lib/client/account/account.ts";
import { endTwoFactor } from "#lib/client/account/account-security.ts";

export default function OffDialog(props: TwoFactorDialogProps) {
  const t = useTranslations("account");
  const refresh = useRefreshAccount();
  const { isUnderWay, track } = usePendingRequest();

  async function turnOff(body: { password?: string | undefined }) {
    await track(() => endTwoFactor(body));
    props.onClose();
    toast(t("twoFactorIsOff"));
    // The account is read again, because turning the second factor off also gives this browser a new session.
    await refresh();
  }

  return (
    <AccountDialog title={t("offTitle")} onClose={props.onClose} busy={isUnderWay}>
      <ConfirmStep {...props} text={t("offText")} button={t("twoFactorTurnOff")} send={turnOff} />
    </AccountDialog>
  );
}
