import type { ReactNode } from "react";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { EndedSessionCleanup } from "#app/_shell/ended-session-cleanup.tsx";
import { LanguageMenu } from "#app/_shell/language-menu.tsx";
import { SiteHeader } from "#app/_shell/site-header.tsx";

/** The layout of the sign-in pages: one column with one action. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <EndedSessionCleanup />
      <SiteHeader href="/">
        <LanguageMenu />
      </SiteHeader>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-94 px-4 pt-[clamp(16px,9vh,88px)] pb-8"
      >
        <ClientMessages of={["auth"]}>{children}</ClientMessages>
      </main>
    </div>
  );
}
