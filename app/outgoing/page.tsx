import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import { LanguageMenu } from "#app/_shell/language-menu.tsx";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { env } from "#lib/server/env/env.ts";
import { FOLLOWED_LINKS, SHORT_LINK_HOSTS } from "#lib/server/open-services/followed-links.ts";
import { OPEN_SERVICES, type OutgoingRequests } from "#lib/server/open-services/services.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("outgoing");
  return { title: t("title") };
}

/** The page about what each open service receives, and when. */
export default async function OutgoingPage() {
  const t = await getTranslations("outgoing");
  const asked = allAsked();
  return (
    <div className="min-h-dvh bg-paper">
      <SiteHeader href="/">
        <LanguageMenu />
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-160 px-5 pt-8 pb-16">
        <h1 className="text-2xl font-semibold text-balance">{t("title")}</h1>
        <p className="mt-2 text-text-2">{t("intro")}</p>
        {asked.every(({ address }) => address === null) && <p className="mt-6 font-medium">{t("none")}</p>}
        <ul className="mt-6 divide-y divide-line">
          {asked.map(({ service, address }) => (
            <ServiceItem key={service.variable} service={service} address={address} />
          ))}
        </ul>
        <p className="mt-8 text-sm text-text-2">{t("decided")}</p>
      </main>
    </div>
  );
}

/** Returns all outgoing requests with their host; null: the service is off. */
function allAsked(): Array<{ service: OutgoingRequests; address: string | null }> {
  const addresses: Readonly<Record<string, unknown>> = { ...env() };
  const services: readonly OutgoingRequests[] = Object.values(OPEN_SERVICES);
  const hosts = SHORT_LINK_HOSTS.join(", ");
  return [
    ...services.map((service) => ({ service, address: addressOf(addresses[service.variable]) })),
    { service: FOLLOWED_LINKS, address: env().FOLLOW_MAP_LINKS === "on" ? hosts : null },
  ];
}

/** Returns the host of a URL with its placeholders; null: the service is off. */
function addressOf(value: unknown): string | null {
  return typeof value === "string" ? (value.split("/")[2] ?? null) : null;
}

interface ServiceItemProps {
  service: OutgoingRequests;
  address: string | null;
}

async function ServiceItem({ service, address }: ServiceItemProps) {
  const t = await getTranslations("outgoing");
  const locale = (await getLocale()) === "zh" ? "zh" : "en";
  const isBrowser = service.askedBy === "browser";
  const told = [
    [t("sends"), service.sends],
    [t("when"), service.when],
    [t("otherwise"), service.otherwise],
  ] as const;
  return (
    <li className="py-5">
      <h2 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {service.title[locale]}
        <span className="text-sm font-normal text-text-2">
          {address ?? t("off")}
          {address !== null && ` · ${t(isBrowser ? "byBrowser" : "byService")}`}
        </span>
      </h2>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm md:grid-cols-[8rem_1fr]">
        {told.map(([term, words]) => (
          <div key={term} className="contents">
            <dt className="text-text-3">{term}</dt>
            <dd className="mb-1 text-text-2 md:mb-0">{words[locale]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-xs text-text-3">
        <code>{service.variable}</code>
      </p>
    </li>
  );
}
