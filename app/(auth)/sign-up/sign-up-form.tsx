"use client";

import { EmailInput } from "#app/(auth)/_form/email-input.tsx";
import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { CaptchaField } from "#app/(auth)/_captcha/captcha-field.tsx";
import { useCaptcha } from "#app/(auth)/_captcha/use-captcha.tsx";
import { keepChosenPassword } from "#app/(auth)/_form/chosen-password.ts";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { SignUp } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { regionCurrency } from "#app/(auth)/sign-up/region-currency.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { signUp } from "#lib/client/account/auth.ts";

export function SignUpForm({ next }: { next: string }) {
  const t = useTranslations("auth");
  const router = useRouter();
  const captcha = useCaptcha();

  async function send(values: SignUp) {
    const defaultCurrency = regionCurrency(navigator.languages);
    const asked = defaultCurrency ? { ...values, defaultCurrency } : values;
    await captcha.guard((token) => signUp(asked, token));
    keepChosenPassword(values.email, values.password);
    setPendingCode({ email: values.email, sentAt: Date.now(), reason: "new" });
    router.push(withNext("/verify", next));
  }

  const empty = { name: "", email: "", password: "" };
  const { form, submit, errorOf, problem, busy } = useAuthForm(SignUp, empty, send);
  return (
    <form method="post" noValidate onSubmit={submit}>
      <TextField
        label={t("name")}
        hint={t("nameHint")}
        autoComplete="name"
        maxLength={128}
        error={errorOf("name")}
        {...form.register("name")}
      />
      <EmailInput className="mt-4" label={t("email")} error={errorOf("email")} {...form.register("email")} />
      <PasswordInput
        className="mt-4"
        label={t("password")}
        hint={t("passwordHint")}
        autoComplete="new-password"
        error={errorOf("password")}
        {...form.register("password")}
      />
      <CaptchaField captcha={captcha} />
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("signUp")}
      </Button>
    </form>
  );
}
