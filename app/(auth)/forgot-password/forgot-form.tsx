"use client";

import { useRouter } from "next/navigation";
import { AskAddress } from "#app/(auth)/_form/ask-address.tsx";
import { withNext } from "#app/_shell/next-path.ts";
import { requestPasswordReset } from "#lib/client/account/auth.ts";

export function ForgotForm({ next }: { next: string }) {
  const router = useRouter();
  return (
    <AskAddress
      reason="reset"
      sendCode={(email) => requestPasswordReset({ email })}
      onSent={() => router.push(withNext("/reset-password", next))}
    />
  );
}
