"use client";

import { useTranslations } from "next-intl";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { leaveFor } from "#app/(auth)/_form/leave.ts";
import { BackupCode } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { Button } from "#app/_ui/button.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { verifyBackupCode } from "#lib/client/auth.ts";

/** One of the codes that were shown when the second factor was set up. */
export function BackupForm({ next }: { next: string }) {
  const t = useTranslations("auth");

  async function send({ code }: BackupCode) {
    await verifyBackupCode({ code });
    return leaveFor(next);
  }

  const { form, submit, errorOf, problem, busy } = useAuthForm(BackupCode, { code: "" }, send, "code");
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
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("verify")}
      </Button>
    </form>
  );
}
