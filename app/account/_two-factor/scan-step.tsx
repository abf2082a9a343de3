"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId, useMemo } from "react";
import { CodeInput } from "#app/(auth)/_form/code-input.tsx";
import { CopyButton } from "#app/account/_form/copy-button.tsx";
import { DialogActions } from "#app/account/_form/dialog-actions.tsx";
import { Code } from "#app/account/_form/schemas.ts";
import { useAccountForm } from "#app/account/_form/use-account-form.ts";
import { QrCode } from "#app/account/_two-factor/qr-code.tsx";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { Button } from "#app/_ui/button.tsx";
import { textLinkClass } from "#app/_ui/text-link.tsx";

type ScanStepProps = {
  /** A URI `otpauth://…`, which contains the secret. */
  uri: string;
  send: (otp: string) => Promise<void>;
  onCancel: () => void;
};

/**
 * The step with the secret in three forms, to scan, to open on this device and to type, and with the field for the
 * first code.
 */
export function ScanStep({ uri, send, onCancel }: ScanStepProps) {
  const t = useTranslations("account");
  const textId = useId();
  const secret = useMemo(() => new URL(uri).searchParams.get("secret") ?? "", [uri]);
  const { form, submit, errorOf, problem, busy } = useAccountForm(
    Code,
    { otp: "" },
    ({ otp }) => send(otp),
    "otp",
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <p id={textId} className="mb-4 text-text-2">
        {t("enrolScan")}
      </p>
      <div className="mb-5 flex items-center gap-5">
        <QrCode text={uri} label={t("enrolQr")} className="size-40 shrink-0 md:size-48" />
        <div className="min-w-0 space-y-3 text-sm">
          <p>
            <a href={uri} className={textLinkClass}>
              {t("enrolOpen")}
            </a>
          </p>
          <div>
            <p className="text-text-3">{t("enrolSecret")}</p>
            <p className="my-1 font-mono break-words" translate="no">
              {inGroups(secret)}
            </p>
            <CopyButton text={secret} size="sm" />
          </div>
        </div>
      </div>
      <CodeInput
        control={form.control}
        label={t("enrolCode")}
        describedBy={textId}
        error={errorOf("otp")}
        clearError={() => form.clearErrors("otp")}
        onComplete={() => void submit()}
      />
      <FormProblem text={problem?.text ?? null} />
      <DialogActions onCancel={onCancel} busy={busy}>
        <Button type="submit" tone="primary" busy={busy} disabled={form.watch("otp").length < 6}>
          {t("twoFactorTurnOn")}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Writes the secret in groups of four characters, which are easier to read. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, "$& ");
}
