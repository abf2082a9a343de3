"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { BackupCode } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import type { SecondStepProps } from "#app/(auth)/two-factor/second-step.ts";
import { Button } from "#app/_ui/button.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { verifyBackupCode } from "#lib/client/account/auth.ts";

/** The form for one of the backup codes, which were shown when the second factor was turned on. */
export function BackupForm({ prove, children }: SecondStepProps) {
  const t = useTranslations("auth");
  const { form, submit, errorOf, problem, busy } = useAuthForm(
    BackupCode,
    { code: "" },
    ({ code }) => prove((trustDevice) => verifyBackupCode({ code, trustDevice })),
    "code",
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <TextField
        label={t("backupCode")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf("code")}
        {...form.register("code")}
      />
      {children}
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("verify")}
      </Button>
    </form>
  );
}
