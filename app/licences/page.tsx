import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { ClientMessages } from "#app/_i18n/client-messages.tsx";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { LanguageMenu } from "#app/_shell/language-menu.tsx";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { env } from "#lib/server/env/env.ts";
import { type DataSource, dataSources } from "./_page/data-sources.ts";
import { PackageList } from "./_page/package-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("licences");
  return { title: t("title") };
}

/** The page with the sources of data and code, in the form that their licences require. */
export default async function LicencesPage() {
  const t = await getTranslations("licences");
  return (
    <div className="min-h-dvh bg-paper">
      <SiteHeader href="/">
        <LanguageMenu />
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-160 px-5 pt-8 pb-16">
        <h1 className="text-2xl font-semibold text-balance">{t("title")}</h1>
        <p className="mt-2 text-text-2">{t("intro")}</p>
        <section aria-labelledby="licences-data" className="mt-10">
          <h2 id="licences-data" className="text-lg font-semibold">
            {t("data")}
          </h2>
          <ul className="mt-1">
            {dataSources(env()).map((source) => (
              <SourceItem key={source.href} source={source} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="licences-packages" className="mt-10">
          <h2 id="licences-packages" className="text-lg font-semibold">
            {t("packages")}
          </h2>
          <p className="mt-2 text-text-2">{t("packagesIntro")}</p>
          <ClientMessages of={["licences"]}>
            <PackageList />
          </ClientMessages>
        </section>
      </main>
    </div>
  );
}

async function SourceItem({ source }: { source: DataSource }) {
  const t = await getTranslations("licences");
  const locale = await getLocale();
  const { name, href, licence } = source;
  const says =
    "key" in source ? t(`of.${source.key}`) : source.of.map((words) => words[locale]).join(t("between"));
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
        <Away href={href}>{name}</Away>
        <span className="text-sm font-normal text-text-2">
          {typeof licence === "string" ? t(licence) : <Away href={licence.href}>{licence.name}</Away>}
        </span>
      </p>
      <p className="mt-0.5 text-sm text-text-2">{says}</p>
    </li>
  );
}

function Away({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent-text underline underline-offset-2 touch:inline-block touch:py-2.5"
    >
      {children}
    </a>
  );
}
