"use client";

import { Mail } from "lucide-react";
import { EmailInput } from "#app/(auth)/_form/email-input.tsx";
import { PasswordInput } from "#app/(auth)/_form/password-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CaptchaField } from "#app/(auth)/_captcha/captcha-field.tsx";
import { useCaptcha } from "#app/(auth)/_captcha/use-captcha.tsx";
import { keepChosenPassword } from "#app/(auth)/_form/chosen-password.ts";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { continueAfterFirstFactor } from "#app/(auth)/_form/load-page.ts";
import { type PendingCode, setPendingCode } from "#app/(auth)/_form/pending-code.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";
import { SignIn } from "#app/(auth)/_form/schemas.ts";
import { useAuthForm } from "#app/(auth)/_form/use-auth-form.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { TextLink } from "#app/_ui/text-link.tsx";
import { sendCode, signIn } from "#lib/client/account/auth.ts";

export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("auth");
  const router = useRouter();
  const captcha = useCaptcha();
  const [mailing, setMailing] = useState(false);

  function goOn(page: string, email: string, reason: PendingCode["reason"]) {
    setPendingCode({ email: email.trim(), sentAt: Date.now(), reason });
    router.push(withNext(page, next));
  }

  async function send(values: SignIn) {
    try {
      return await continueAfterFirstFactor(await captcha.guard((token) => signIn(values, token)), next);
    } catch (error) {
      if (refusalOf(error).code !== "EMAIL_NOT_VERIFIED") throw error;
      // The address is not verified yet, and the service has just sent a new code to it. So the user goes on to the
      // page for the code.
      keepChosenPassword(values.email, values.password);
      goOn("/verify", values.email, "unverified");
    }
  }

  const empty = { email: "", password: "" };
  const { form, submit, attempt, errorOf, problem, busy } = useAuthForm(SignIn, empty, send);

  async function mailCode() {
    form.clearErrors();
    if (busy || mailing || !(await form.trigger("email", { shouldFocus: true }))) return;
    setMailing(true);
    await attempt(async () => {
      const email = form.getValues("email");
      await captcha.guard((token) => sendCode({ email: email.trim(), type: "sign-in" }, token));
      goOn("/sign-in/code", email, "sign-in");
    });
    setMailing(false);
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <EmailInput label={t("email")} error={errorOf("email")} {...form.register("email")} />
      <PasswordInput
        className="mt-4"
        label={t("password")}
        labelEnd={<TextLink href={withNext("/forgot-password", next)}>{t("forgot")}</TextLink>}
        autoComplete="current-password"
        error={errorOf("password")}
        {...form.register("password")}
      />
      <CaptchaField captcha={captcha} />
      <FormProblem text={problem} />
      <Button type="submit" tone="primary" size="wide" busy={busy} className="mt-5">
        {t("signIn")}
      </Button>
      <Button
        tone="accent"
        size="wide"
        icon={Mail}
        busy={mailing}
        onClick={() => void mailCode()}
        className="mt-1"
      >
        {t("codeInstead")}
      </Button>
    </form>
  );
}
