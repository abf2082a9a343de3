"use client";

import { useTranslations } from "next-intl";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { type PendingCode, setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { Forgot } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { Button } from "#app/_ui/button.tsx";
import { TextField } from "#app/_ui/text-field.tsx";

type AskAddressProps = {
  sendCode: (email: string) => Promise<void>;
  reason: PendingCode["reason"];
  onSent?: () => void;
};

/** One field: the address that gets a code. */
export function AskAddress({ sendCode, reason, onSent }: AskAddressProps) {
  const t = useTranslations("auth");

  async function send({ email }: Forgot) {
    await sendCode(email);
    setPendingCode({ email, sentAt: Date.now(), reason });
    onSent?.();
  }

  const { form, submit, errorOf, problem, busy } = useAuthForm(Forgot, { email: "" }, send);
  return (
    <form method="post" noValidate onSubmit={submit}>
      <TextField
        label={t("email")}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errorOf("email")}
        {...form.register("email")}
      />
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("sendCode")}
      </Button>
    </form>
  );
}
