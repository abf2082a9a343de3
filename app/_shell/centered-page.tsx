import type { ReactNode } from "react";
import { HeaderBar } from "#app/_shell/header-bar.tsx";
import { LateLanguageMenu } from "#app/_shell/late-language-menu.tsx";
import { Wordmark } from "#app/_shell/wordmark.tsx";

type CenteredPageProps = {
  title: string;
  children: ReactNode;
  /** Content above the title. */
  before?: ReactNode;
  actions?: ReactNode;
  /** Content at the right end of the header; by default the menu for language and theme. */
  menu?: ReactNode;
};

/**
 * A page with a single message, such as that nothing was found. Two pages of this kind are loaded together with every
 * page, because they may replace it, so this component has little code.
 */
export function CenteredPage({ title, before, children, actions, menu }: CenteredPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <HeaderBar home={<Wordmark href="/" />}>{menu ?? <LateLanguageMenu />}</HeaderBar>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-94 px-4 pt-[clamp(16px,9vh,88px)] pb-8"
      >
        {before}
        <h1 className="text-2xl font-semibold text-balance">{title}</h1>
        <div className="mt-2 text-text-2">{children}</div>
        {actions ? <div className="mt-6 flex flex-wrap gap-2">{actions}</div> : null}
      </main>
    </div>
  );
}
