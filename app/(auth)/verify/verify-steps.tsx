"use client";

import { chosenPassword } from "#app/(auth)/_form/chosen-password.ts";
import { CodeForm } from "#app/(auth)/_form/code-form.tsx";
import { CodeSteps } from "#app/(auth)/_form/code-steps.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { sendCode, verifyEmail } from "#lib/client/account/auth.ts";

function verify(proof: { email: string; otp: string }) {
  return verifyEmail({ ...proof, ...chosenPassword(proof.email) });
}

export function VerifySteps({ next }: { next: string }) {
  return (
    <CodeSteps
      changeHref={withNext("/sign-up", next)}
      reason="unverified"
      sendCode={(email, captcha) => sendCode({ email, type: "email-verification" }, captcha)}
      guarded
    >
      {(pending) => <CodeForm pending={pending} type="email-verification" prove={verify} next={next} />}
    </CodeSteps>
  );
}
