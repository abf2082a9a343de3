"use client";

import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { loadSignInPage } from "#app/(auth)/_form/load-page.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { NewPassword } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { Button } from "#app/_ui/button.tsx";
import { resetPasswordByLink } from "#lib/client/account/auth.ts";

type LinkFormProps = { token: string; next: string; onOld: () => void };

/**
 * The form for a new password after a link in an e-mail. The link contains no address, so the user signs in afterwards.
 */
export function LinkForm({ token, next, onOld }: LinkFormProps) {
  const t = useTranslations("auth");

  async function send({ password }: NewPassword) {
    try {
      await resetPasswordByLink({ token, newPassword: password });
    } catch (error) {
      if (refusalOf(error).code !== "INVALID_TOKEN") throw error;
      return onOld();
    }
    return loadSignInPage(next);
  }

  const empty = { password: "" };
  const { form, submit, errorOf, problem, busy } = useAuthForm(NewPassword, empty, send, "password");
  return (
    <form method="post" noValidate onSubmit={submit}>
      <PasswordInput
        label={t("newPassword")}
        hint={t("passwordHint")}
        autoComplete="new-password"
        error={errorOf("password")}
        {...form.register("password")}
      />
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("setPassword")}
      </Button>
    </form>
  );
}
