"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useId } from "react";
import { CodeInput } from "#app/(auth)/_form/code-input.tsx";
import { DialogActions } from "#app/account/_form/dialog-actions.tsx";
import { Code } from "#app/account/_form/schemas.ts";
import { useAccountForm } from "#app/account/_form/use-account-form.ts";
import { CaptchaField } from "#app/(auth)/_captcha/captcha-field.tsx";
import { useCaptcha } from "#app/(auth)/_captcha/use-captcha.tsx";
import { FormProblem } from "#app/(auth)/_form/form-problem.tsx";
import { ResendCode } from "#app/(auth)/_form/resend.tsx";
import { Button } from "#app/_ui/button.tsx";
import { strong } from "#app/_ui/rich.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

type CodeStepProps = {
  text: "emailOldCode" | "emailNewCode";
  progress: { step: number; steps: number };
  /** The address to which the code was sent. */
  email: string;
  /** When the code was sent, in milliseconds since 1970. */
  sentAt: number;
  resend: ((captcha: string | null) => Promise<void>) | null;
  /** Whether sending again needs the captcha's token. */
  isGuarded?: boolean;
  onStartAgain?: () => void;
  send: (otp: string) => Promise<void>;
  onCancel: () => void;
};

/** The step for the six digits that were sent to one inbox. */
export function CodeStep({
  text,
  progress,
  email,
  sentAt,
  resend,
  isGuarded = false,
  ...way
}: CodeStepProps) {
  const t = useTranslations("account");
  const captcha = useCaptcha();
  const { onStartAgain } = way;
  const textId = useId();
  const { form, submit, attempt, errorOf, problem, busy } = useAccountForm(
    Code,
    { otp: "" },
    ({ otp }) => way.send(otp),
    "otp",
  );

  async function sendAgain() {
    await attempt(async () => {
      await (isGuarded ? captcha.guard(async (token) => resend?.(token)) : resend?.(null));
      form.reset();
      form.setFocus("otp");
    });
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <p className="mb-1 text-xs text-text-3">{t("emailStep", progress)}</p>
      <p id={textId} className="mb-5 text-text-2">
        {t.rich(text, { email, b: strong })}
      </p>
      <CodeInput
        control={form.control}
        label={t("code")}
        describedBy={textId}
        error={errorOf("otp")}
        clearError={() => form.clearErrors("otp")}
        onComplete={() => void submit()}
      />
      {resend ? <ResendCode sentAt={sentAt} onResend={sendAgain} /> : null}
      {onStartAgain ? (
        <p className="mt-3 text-sm text-text-3">
          {t.rich("emailNoCode", { a: (words) => startAgainLink(words, onStartAgain) })}
        </p>
      ) : null}
      {isGuarded ? <CaptchaField captcha={captcha} /> : null}
      <FormProblem text={problem?.text ?? null} />
      <DialogActions onCancel={way.onCancel}>
        <Button type="submit" tone="primary" busy={busy} disabled={form.watch("otp").length < 6}>
          {t("verify")}
        </Button>
      </DialogActions>
    </form>
  );
}

function startAgainLink(words: ReactNode, onStartAgain: () => void) {
  return <TextButton onClick={onStartAgain}>{words}</TextButton>;
}
