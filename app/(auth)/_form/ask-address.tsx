"use client";

import { EmailInput } from "#app/(auth)/_form/email-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { CaptchaField } from "#app/(auth)/_captcha/captcha-field.tsx";
import { useCaptcha } from "#app/(auth)/_captcha/use-captcha.tsx";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { type PendingCode, setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { ForgotPassword } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { Button } from "#app/_ui/button.tsx";

export type AskAddressProps = {
  sendCode: (email: string, captcha: string | null) => Promise<void>;
  /** Whether the service requires a captcha for this request. */
  guarded?: boolean | undefined;
  reason: PendingCode["reason"];
  onSent?: () => void;
};

/** A form with one field: the address to which a code is sent. */
export function AskAddress({ sendCode, guarded = false, reason, onSent }: AskAddressProps) {
  const t = useTranslations("auth");
  const captcha = useCaptcha();

  async function send({ email }: ForgotPassword) {
    await (guarded ? captcha.guard((token) => sendCode(email, token)) : sendCode(email, null));
    setPendingCode({ email, sentAt: Date.now(), reason });
    onSent?.();
  }

  const { form, submit, errorOf, problem, busy } = useAuthForm(ForgotPassword, { email: "" }, send);
  return (
    <form method="post" noValidate onSubmit={submit}>
      <EmailInput label={t("email")} error={errorOf("email")} {...form.register("email")} />
      {guarded ? <CaptchaField captcha={captcha} /> : null}
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("sendCode")}
      </Button>
    </form>
  );
}
