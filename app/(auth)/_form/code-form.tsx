"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { CaptchaField } from "#app/(auth)/_captcha/captcha-field.tsx";
import { useCaptcha } from "#app/(auth)/_captcha/use-captcha.tsx";
import { CodeInput } from "#app/(auth)/_form/code-input.tsx";
import { codeSentId } from "#app/(auth)/_form/code-sent.tsx";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { continueAfterFirstFactor } from "#app/(auth)/_form/load-page.ts";
import { forgetPendingCode, type PendingCode, setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { ResendCode } from "#app/(auth)/_form/resend.tsx";
import { EmailVerification } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { HiddenUsernameField } from "#app/(auth)/_form/username.tsx";
import { Button } from "#app/_ui/button.tsx";
import { sendCode } from "#lib/client/account/auth.ts";

type CodeFormProps = {
  pending: PendingCode;
  /** The purpose of the code, which is needed for sending another one. */
  type: "email-verification" | "sign-in";
  prove: (code: { email: string; otp: string }) => Promise<{ next: "done" | "twoFactor" }>;
  next: string;
};

/** The form for the six digits of an e-mail, which sign the user in. */
export function CodeForm({ pending, type, prove, next }: CodeFormProps) {
  const t = useTranslations("auth");
  const captcha = useCaptcha();
  const { email } = pending;

  async function send({ otp }: EmailVerification) {
    const answer = await prove({ email, otp });
    forgetPendingCode();
    return continueAfterFirstFactor(answer, next);
  }

  const { form, submit, attempt, errorOf, problem, busy } = useAuthForm(
    EmailVerification,
    { otp: "" },
    send,
    "otp",
  );

  async function resend() {
    await attempt(async () => {
      await captcha.guard((token) => sendCode({ email, type }, token));
      setPendingCode({ ...pending, sentAt: Date.now() });
      form.reset();
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
        onComplete={() => void submit()}
      />
      <ResendCode sentAt={pending.sentAt} onResend={resend} />
      <FormProblem text={problem} />
      <Button
        type="submit"
        tone="primary"
        size="wide"
        busy={busy}
        disabled={form.watch("otp").length < 6}
        className="mt-6"
      >
        {t("verify")}
      </Button>
      {/* Only sending another code needs the captcha, so it is below the button. */}
      <CaptchaField captcha={captcha} />
    </form>
  );
}
