"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { leaveAfter } from "#app/(auth)/_form/leave.ts";
import { setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { SignIn } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { PasswordField } from "#app/_ui/password-field.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { TextLink } from "#app/_ui/text-link.tsx";
import { signIn } from "#lib/client/auth.ts";

export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("auth");
  const tUi = useTranslations("ui");
  const router = useRouter();

  async function send(values: SignIn) {
    try {
      return await leaveAfter(await signIn(values), next);
    } catch (error) {
      if (refusalOf(error).code !== "EMAIL_NOT_VERIFIED") throw error;
      // The service has just mailed a fresh code.
      setPendingCode({ email: values.email, sentAt: Date.now(), reason: "unverified" });
      router.push(withNext("/verify", next));
    }
  }

  const { form, submit, errorOf, problem, busy } = useAuthForm(SignIn, { email: "", password: "" }, send);
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
      <PasswordField
        className="mt-4"
        label={t("password")}
        labelEnd={<TextLink href={withNext("/forgot-password", next)}>{t("forgot")}</TextLink>}
        autoComplete="current-password"
        words={{ show: tUi("showPassword"), hide: tUi("hidePassword") }}
        error={errorOf("password")}
        {...form.register("password")}
      />
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("signIn")}
      </Button>
    </form>
  );
}
