"use client";

import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { AccountDialog } from "#app/account/_form/account-dialog.tsx";
import { ConfirmPassword } from "#app/account/_form/confirm-password.tsx";
import { DialogActions } from "#app/account/_form/dialog-actions.tsx";
import { PasswordChange } from "#app/account/_form/schemas.ts";
import { useAccountForm } from "#app/account/_form/use-account-form.ts";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { Button } from "#app/_ui/button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useRefreshAccount } from "#lib/client/account/account.ts";
import { changePassword } from "#lib/client/account/account-security.ts";

type ChangeDialogProps = {
  email: string;
  onClose: () => void;
  /** Is called when the user has forgotten the old password and wants to use a code instead. */
  onForgotten: () => void;
};

/** The dialog for a new password: the old one, the new one, and whether other devices stay signed in. */
export default function ChangeDialog(props: ChangeDialogProps) {
  const t = useTranslations("account");
  return (
    <AccountDialog title={t("passwordChangeTitle")} onClose={props.onClose}>
      <ChangeForm {...props} />
    </AccountDialog>
  );
}

function ChangeForm({ email, onClose, onForgotten }: ChangeDialogProps) {
  const t = useTranslations("account");
  const refresh = useRefreshAccount();

  async function send({ current, password, others }: PasswordChange) {
    await changePassword({ currentPassword: current, newPassword: password, revokeOtherSessions: others });
    onClose();
    toast(t(others ? "passwordChangedOthers" : "passwordChanged"));
    // The account is read again, because ending the other sessions gives this browser a new session, too.
    await refresh();
  }

  const empty = { current: "", password: "", others: true };
  const { form, submit, errorOf, problem, busy } = useAccountForm(PasswordChange, empty, send, "current");
  return (
    <form method="post" noValidate onSubmit={submit}>
      <ConfirmPassword
        email={email}
        label={t("passwordCurrent")}
        labelEnd={<TextButton onClick={onForgotten}>{t("passwordForgot")}</TextButton>}
        error={errorOf("current")}
        {...form.register("current")}
      />
      <PasswordInput
        className="mt-4"
        label={t("passwordNew")}
        hint={t("passwordHint")}
        autoComplete="new-password"
        error={errorOf("password")}
        {...form.register("password")}
      />
      <label className="mt-4 flex min-h-8 items-center gap-2.5 touch:min-h-11">
        <input type="checkbox" className="size-4 accent-accent touch:size-5" {...form.register("others")} />
        {t("passwordOthers")}
      </label>
      <FormProblem text={problem?.text ?? null} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" tone="primary" busy={busy}>
          {t("passwordSave")}
        </Button>
      </DialogActions>
    </form>
  );
}
