"use client";

import { useTranslations } from "next-intl";
import { Controller } from "react-hook-form";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { leaveAfter } from "#app/(auth)/_form/leave.ts";
import { forgetPendingCode, type PendingCode, setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { Resend } from "#app/(auth)/_form/resend.tsx";
import { Verify } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { Username } from "#app/(auth)/_form/username.tsx";
import { Button } from "#app/_ui/button.tsx";
import { OtpField } from "#app/_ui/otp-field.tsx";
import { sendCode, verifyEmail } from "#lib/client/auth.ts";

export function VerifyForm({ pending, next }: { pending: PendingCode; next: string }) {
  const t = useTranslations("auth");
  const { email } = pending;

  async function send({ otp }: Verify) {
    const answer = await verifyEmail({ email, otp });
    forgetPendingCode();
    return leaveAfter(answer, next);
  }

  const { form, submit, attempt, errorOf, problem, busy } = useAuthForm(Verify, { otp: "" }, send, "otp");

  async function resend() {
    await attempt(async () => {
      await sendCode({ email, type: "email-verification" });
      setPendingCode({ ...pending, sentAt: Date.now() });
      form.reset();
      form.setFocus("otp");
    });
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Username email={email} />
      <Controller
        control={form.control}
        name="otp"
        render={({ field }) => (
          <OtpField
            {...field}
            onChange={(digits) => {
              form.clearErrors("otp");
              field.onChange(digits);
            }}
            label={t("code")}
            error={errorOf("otp")}
            onComplete={() => void submit()}
          />
        )}
      />
      <Resend sentAt={pending.sentAt} onResend={resend} />
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
    </form>
  );
}
