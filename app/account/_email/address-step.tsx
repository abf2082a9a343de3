"use client";

import { EmailInput } from "#app/(auth)/_form/email-input.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { DialogActions } from "#app/account/_form/dialog-actions.tsx";
import { type NewAddress, newAddress } from "#app/account/_form/schemas.ts";
import { useAccountForm } from "#app/account/_form/use-account-form.ts";
import { CaptchaField } from "#app/(auth)/_captcha/captcha-field.tsx";
import { useCaptcha } from "#app/(auth)/_captcha/use-captcha.tsx";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { Button } from "#app/_ui/button.tsx";

type AddressStepProps = {
  text: string;
  /** The address that was typed before, when the user returns to this step. */
  email: string;
  current: string | null;
  steps: number;
  /** Sends the new address, with the captcha's token when the current inbox gets a code. */
  send: (email: string, captcha: string | null) => Promise<void>;
  onCancel: () => void;
};

export function AddressStep({ text, email, current, steps, send, onCancel }: AddressStepProps) {
  const t = useTranslations("account");
  const captcha = useCaptcha();
  const { guard } = captcha;

  const { form, submit, errorOf, problem, busy } = useAccountForm<NewAddress>(
    newAddress(current),
    { email },
    (values) => (current === null ? send(values.email, null) : guard((token) => send(values.email, token))),
    "email",
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <p className="mb-1 text-xs text-text-3">{t("emailStep", { step: 1, steps })}</p>
      <p className="mb-5 text-text-2">{text}</p>
      <EmailInput
        label={t("emailNew")}
        autoComplete="email"
        error={errorOf("email")}
        {...form.register("email")}
      />
      {current === null ? null : <CaptchaField captcha={captcha} />}
      <FormProblem text={problem?.text ?? null} />
      <DialogActions onCancel={onCancel}>
        <Button type="submit" tone="primary" busy={busy}>
          {t("continue")}
        </Button>
      </DialogActions>
    </form>
  );
}
