"use client";

import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId, useState } from "react";
import { accountPath } from "#app/account/_page/account-path.ts";
import { AccountDialog } from "#app/account/_form/account-dialog.tsx";
import { CodeInput } from "#app/(auth)/_form/code-input.tsx";
import { DialogActions } from "#app/account/_form/dialog-actions.tsx";
import { FirstPassword } from "#app/account/_form/schemas.ts";
import { useAccountForm } from "#app/account/_form/use-account-form.ts";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { loadSignInPage } from "#app/(auth)/_form/load-page.ts";
import { ResendCode } from "#app/(auth)/_form/resend.tsx";
import { HiddenUsernameField } from "#app/(auth)/_form/username.tsx";
import { Button } from "#app/_ui/button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { strong } from "#app/_ui/rich.tsx";
import { useFieldSave } from "#app/account/_form/use-saved.ts";
import { requestPasswordReset, resetPassword } from "#lib/client/account/auth.ts";

type FirstDialogProps = { email: string; onClose: () => void };

/**
 * The dialog for a first password, which the inbox confirms by a code. It ends every session, so the user then signs in
 * with the password.
 */
export default function FirstDialog({ email, onClose }: FirstDialogProps) {
  const t = useTranslations("account");
  const [sentAt, setSentAt] = useState<number | null>(null);

  async function ask() {
    await requestPasswordReset({ email });
    setSentAt(Date.now());
  }

  return (
    <AccountDialog title={t("passwordAddTitle")} onClose={onClose}>
      {sentAt === null ? (
        <AskStep email={email} ask={ask} onClose={onClose} />
      ) : (
        <SetStep email={email} sentAt={sentAt} ask={ask} onClose={onClose} />
      )}
    </AccountDialog>
  );
}

function AskStep({ email, ask, onClose }: FirstDialogProps & { ask: () => Promise<void> }) {
  const t = useTranslations("account");
  const { saving, save } = useFieldSave();
  return (
    <>
      <p className="text-text-2">{t("passwordAddText", { email })}</p>
      {saving.kind === "failed" ? (
        <InlineAlert tone="danger" live className="mt-4">
          {saving.text}
        </InlineAlert>
      ) : null}
      <DialogActions onCancel={onClose}>
        <Button tone="primary" busy={saving.kind === "saving"} onClick={() => void save(ask)}>
          {t("sendCode")}
        </Button>
      </DialogActions>
    </>
  );
}

type SetStepProps = FirstDialogProps & { sentAt: number; ask: () => Promise<void> };

function SetStep({ email, sentAt, ask, onClose }: SetStepProps) {
  const t = useTranslations("account");
  const textId = useId();

  async function send({ otp, password }: FirstPassword) {
    await resetPassword({ email, otp, password });
    return loadSignInPage(accountPath);
  }

  const empty = { otp: "", password: "" };
  const { form, submit, attempt, errorOf, problem, busy } = useAccountForm(FirstPassword, empty, send, "otp");

  async function resend() {
    await attempt(async () => {
      await ask();
      form.resetField("otp");
      form.setFocus("otp");
    });
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <p id={textId} className="mb-5 text-text-2">
        {t.rich("passwordCodeSent", { email, b: strong })}
      </p>
      <HiddenUsernameField email={email} />
      <CodeInput
        control={form.control}
        label={t("code")}
        describedBy={textId}
        error={errorOf("otp")}
        clearError={() => form.clearErrors("otp")}
        onComplete={() => form.setFocus("password")}
      />
      <ResendCode sentAt={sentAt} onResend={resend} />
      <PasswordInput
        className="mt-5"
        label={t("passwordNew")}
        hint={t("passwordHint")}
        autoComplete="new-password"
        error={errorOf("password")}
        {...form.register("password", { onChange: () => form.clearErrors("password") })}
      />
      <FormProblem text={problem?.text ?? null} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" tone="primary" busy={busy}>
          {t("passwordAdd")}
        </Button>
      </DialogActions>
    </form>
  );
}
