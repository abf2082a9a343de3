"use client";

import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { CodeInput } from "#app/(auth)/_form/code-input.tsx";
import { codeSentId } from "#app/(auth)/_form/code-sent.tsx";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { continueAfterFirstFactor, loadSignInPage } from "#app/(auth)/_form/load-page.ts";
import { forgetPendingCode, type PendingCode, setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { ResendCode } from "#app/(auth)/_form/resend.tsx";
import { PasswordReset } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { HiddenUsernameField } from "#app/(auth)/_form/username.tsx";
import { Button } from "#app/_ui/button.tsx";
import { requestPasswordReset, resetPassword, signIn } from "#lib/client/account/auth.ts";

export function ResetForm({ pending, next }: { pending: PendingCode; next: string }) {
  const t = useTranslations("auth");
  const { email } = pending;

  async function send({ otp, password }: PasswordReset) {
    await resetPassword({ email, otp, password });
    forgetPendingCode();
    // The user is signed in with the new password; when that fails, they continue on the sign-in page.
    const answer = await signIn({ email, password }).catch(() => null);
    return answer ? continueAfterFirstFactor(answer, next) : loadSignInPage(next);
  }

  const { form, submit, attempt, errorOf, problem, busy } = useAuthForm(
    PasswordReset,
    { otp: "", password: "" },
    send,
    "otp",
  );

  async function resend() {
    await attempt(async () => {
      await requestPasswordReset({ email });
      setPendingCode({ ...pending, sentAt: Date.now() });
      form.resetField("otp");
      form.setFocus("otp");
    });
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <HiddenUsernameField email={email} />
      <CodeInput
        control={form.control}
        label={t("code")}
        error={errorOf("otp")}
        clearError={() => form.clearErrors("otp")}
        describedBy={codeSentId}
        onComplete={() => form.setFocus("password")}
      />
      <ResendCode sentAt={pending.sentAt} onResend={resend} />
      <PasswordInput
        className="mt-5"
        label={t("newPassword")}
        hint={t("passwordHint")}
        autoComplete="new-password"
        error={errorOf("password")}
        {...form.register("password", { onChange: () => form.clearErrors("password") })}
      />
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("setPassword")}
      </Button>
    </form>
  );
}
