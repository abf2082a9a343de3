"use client";

import { useTranslations } from "next-intl";
import { Controller } from "react-hook-form";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { leaveFor } from "#app/(auth)/_form/leave.ts";
import { Verify } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { Button } from "#app/_ui/button.tsx";
import { OtpField } from "#app/_ui/otp-field.tsx";
import { verifyTotp } from "#lib/client/auth.ts";

/** The six digits of an authenticator app. */
export function TotpForm({ next }: { next: string }) {
  const t = useTranslations("auth");

  async function send({ otp }: Verify) {
    await verifyTotp({ code: otp });
    return leaveFor(next);
  }

  const { form, submit, errorOf, problem, busy } = useAuthForm(Verify, { otp: "" }, send, "otp");
  return (
    <form method="post" noValidate onSubmit={submit}>
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
