import { getMessages, getNow } from "next-intl/server";
import type { ReactNode } from "react";
import { MessagesProvider } from "#app/_i18n/messages-provider.tsx";
import type { Messages, Namespace } from "#app/_i18n/namespaces.ts";

/**
 * Sends the texts of the namespaces in `of` to the client components inside, in addition to those of an outer
 * `ClientMessages`.
 */
export async function ClientMessages({ of, children }: { of: readonly Namespace[]; children: ReactNode }) {
  const all = await getMessages();
  const sent: Partial<Messages> = Object.fromEntries(of.map((name) => [name, all[name]]));
  return (
    <MessagesProvider messages={sent} now={await getNow()}>
      {children}
    </MessagesProvider>
  );
}
