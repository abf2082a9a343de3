"use client";

import { CodeForm } from "#app/(auth)/_form/code-form.tsx";
import { CodeSteps } from "#app/(auth)/_form/code-steps.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { sendCode, verifyEmail } from "#lib/client/auth.ts";

export function VerifySteps({ next }: { next: string }) {
  return (
    <CodeSteps
      changeHref={withNext("/sign-up", next)}
      reason="unverified"
      sendCode={(email, captcha) => sendCode({ email, type: "email-verification" }, captcha)}
      guarded
    >
      {(pending) => <CodeForm pending={pending} type="email-verification" prove={verifyEmail} next={next} />}
    </CodeSteps>
  );
}
