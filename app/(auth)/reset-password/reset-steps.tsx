"use client";

import { CodeSteps } from "#app/(auth)/_form/code-steps.tsx";
import { ResetForm } from "#app/(auth)/reset-password/reset-form.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { requestPasswordReset } from "#lib/client/auth.ts";

export function ResetSteps({ next }: { next: string }) {
  return (
    <CodeSteps
      changeHref={withNext("/forgot-password", next)}
      reason="reset"
      sendCode={(email) => requestPasswordReset({ email })}
    >
      {(pending) => <ResetForm pending={pending} next={next} />}
    </CodeSteps>
  );
}
