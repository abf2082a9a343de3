"use client";

import { CodeForm } from "#app/(auth)/_form/code-form.tsx";
import { CodeSteps } from "#app/(auth)/_form/code-steps.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { sendCode, signInByCode } from "#lib/client/account/auth.ts";

export function CodeSignIn({ next }: { next: string }) {
  return (
    <CodeSteps
      changeHref={withNext("/sign-in", next)}
      reason="sign-in"
      sendCode={(email, captcha) => sendCode({ email, type: "sign-in" }, captcha)}
      guarded
    >
      {(pending) => <CodeForm pending={pending} type="sign-in" prove={signInByCode} next={next} />}
    </CodeSteps>
  );
}
