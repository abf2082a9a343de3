"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { CodeInput } from "#app/(auth)/_form/code-input.tsx";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { EmailVerification } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import type { SecondStepProps } from "#app/(auth)/two-factor/second-step.ts";
import { Button } from "#app/_ui/button.tsx";
import { verifyTotp } from "#lib/client/account/auth.ts";

/**
 * The form for the six digits of an authenticator app. It is not sent automatically, because there is a choice below
 * the digits.
 */
export function TotpForm({ prove, children }: SecondStepProps) {
  const t = useTranslations("auth");
  const { form, submit, errorOf, problem, busy } = useAuthForm(
    EmailVerification,
    { otp: "" },
    ({ otp }) => prove((trustDevice) => verifyTotp({ code: otp, trustDevice })),
    "otp",
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <CodeInput
        control={form.control}
        label={t("code")}
        error={errorOf("otp")}
        clearError={() => form.clearErrors("otp")}
      />
      {children}
      <FormProblem text={problem} />
      <Button
        type="submit"
        tone="primary"
        size="wide"
        busy={busy}
        disabled={form.watch("otp").length < 6}
        className="mt-5"
      >
        {t("verify")}
      </Button>
    </form>
  );
}
