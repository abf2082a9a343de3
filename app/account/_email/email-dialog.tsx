"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { AddressStep } from "#app/account/_email/address-step.tsx";
import { CodeStep } from "#app/account/_email/code-step.tsx";
import { AccountDialog } from "#app/account/_form/account-dialog.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useRefreshAccount } from "#lib/client/account/account.ts";
import { changeEmail, requestEmailChange } from "#lib/client/account/account-security.ts";
import { sendCode } from "#lib/client/account/auth.ts";

/** The present step: which inbox was sent a code, and when (in milliseconds since 1970). */
type Step = { at: "address" } | { at: "old" | "new"; sentAt: number };

type EmailDialogProps = {
  /** The present address; null: the account has none whose owner could confirm first. */
  current: string | null;
  onClose: () => void;
};

/** The dialog for a new address: the current inbox confirms first, then the new one. */
export default function EmailDialog({ current, onClose }: EmailDialogProps) {
  const t = useTranslations("account");
  const refresh = useRefreshAccount();
  const [newEmail, setNewEmail] = useState("");
  const [step, setStep] = useState<Step>({ at: "address" });
  const go = (at: "old" | "new") => setStep({ at, sentAt: Date.now() });
  const steps = current === null ? 2 : 3;

  async function askOld(captcha: string | null) {
    if (current === null) return;
    await sendCode({ email: current, type: "change-email" }, captcha);
    go("old");
  }

  async function askNew(email: string, otp?: string) {
    await requestEmailChange({ newEmail: email, otp });
    go("new");
  }

  async function finish(otp: string) {
    await changeEmail({ newEmail, otp });
    onClose();
    toast(t("emailChanged", { email: newEmail }));
    await refresh();
  }

  return (
    <AccountDialog title={t(current === null ? "emailAddTitle" : "emailChangeTitle")} onClose={onClose}>
      {step.at === "address" ? (
        <AddressStep
          text={current === null ? t("emailAddText") : t("emailChangeText", { email: current })}
          email={newEmail}
          current={current}
          steps={steps}
          onCancel={onClose}
          send={async (email, captcha) => {
            setNewEmail(email);
            await (current === null ? askNew(email) : askOld(captcha));
          }}
        />
      ) : null}
      {step.at === "old" && current !== null ? (
        <CodeStep
          key="old"
          text="emailOldCode"
          progress={{ step: 2, steps }}
          email={current}
          sentAt={step.sentAt}
          resend={askOld}
          isGuarded
          send={(otp) => askNew(newEmail, otp)}
          onCancel={onClose}
        />
      ) : null}
      {step.at === "new" ? (
        <CodeStep
          key="new"
          text="emailNewCode"
          progress={{ step: steps, steps }}
          email={newEmail}
          sentAt={step.sentAt}
          // The code of the current inbox is used up. So only the user of an account without an address can request
          // another code for the new address in this step.
          resend={current === null ? () => askNew(newEmail) : null}
          onStartAgain={() => setStep({ at: "address" })}
          send={finish}
          onCancel={onClose}
        />
      ) : null}
    </AccountDialog>
  );
}
