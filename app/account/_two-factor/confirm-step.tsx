"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ConfirmPassword } from "#app/account/_form/confirm-password.tsx";
import { DialogActions } from "#app/account/_form/dialog-actions.tsx";
import { type Confirmation, confirmation } from "#app/account/_form/schemas.ts";
import { useAccountForm } from "#app/account/_form/use-account-form.ts";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { Button } from "#app/_ui/button.tsx";
import type { ButtonTone } from "#app/_ui/button-class.ts";
import type { AccountUser } from "#lib/client/account/account-answers.ts";

/** The props of the three dialogs for the second factor: turning it on, turning it off, and new backup codes. */
export type TwoFactorDialogProps = { user: AccountUser; hasPassword: boolean; onClose: () => void };

type ConfirmStepProps = TwoFactorDialogProps & {
  text: string;
  button: string;
  tone?: ButtonTone;
  /** Sends the confirmation; `password` is undefined for an account without one. */
  send: (body: { password?: string | undefined }) => Promise<void>;
};

/** A step that explains the action and asks for the password when the account has one. */
export function ConfirmStep({
  user,
  hasPassword,
  onClose,
  text,
  button,
  tone = "primary",
  send,
}: ConfirmStepProps) {
  const t = useTranslations("account");
  const { form, submit, errorOf, problem, busy } = useAccountForm<Confirmation>(
    confirmation(hasPassword),
    { current: "" },
    ({ current }) => send({ password: hasPassword ? current : undefined }),
    hasPassword ? "current" : undefined,
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <p className="text-text-2">{text}</p>
      {hasPassword ? (
        <div className="mt-5">
          <ConfirmPassword
            email={user.email}
            label={t("enrolPassword")}
            error={errorOf("current")}
            {...form.register("current")}
          />
        </div>
      ) : null}
      <FormProblem text={problem?.text ?? null} />
      <DialogActions onCancel={onClose} busy={busy}>
        <Button type="submit" tone={tone} busy={busy}>
          {button}
        </Button>
      </DialogActions>
    </form>
  );
}
