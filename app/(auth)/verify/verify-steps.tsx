"use client";

import { CodeSteps } from "#app/(auth)/_form/code-steps.tsx";
import { VerifyForm } from "#app/(auth)/verify/verify-form.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { sendCode } from "#lib/client/auth.ts";

export function VerifySteps({ next }: { next: string }) {
  return (
    <CodeSteps
      changeHref={withNext("/sign-up", next)}
      reason="unverified"
      sendCode={(email) => sendCode({ email, type: "email-verification" })}
    >
      {(pending) => <VerifyForm pending={pending} next={next} />}
    </CodeSteps>
  );
}
