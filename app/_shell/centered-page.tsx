import type { ReactNode } from "react";
import { LanguageMenu } from "#app/_shell/language-menu.tsx";
import { SiteHeader } from "#app/_shell/site-header.tsx";

type CenteredPageProps = {
  title: string;
  children: ReactNode;
  /** Stands above the title. */
  before?: ReactNode;
  actions?: ReactNode;
  /** Right end of the header; language and theme by default. */
  menu?: ReactNode;
};

/** A page that has one thing to say, such as that there is nothing here. */
export function CenteredPage({ title, before, children, actions, menu }: CenteredPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader href="/">{menu ?? <LanguageMenu />}</SiteHeader>
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
