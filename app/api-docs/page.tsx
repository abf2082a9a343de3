import type { Metadata } from "next";
import { getTranslations } from "#app/_i18n/get-translations.ts";
import type { ReactNode } from "react";
import { LanguageMenu } from "#app/_shell/language-menu.tsx";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { TextLink } from "#app/_ui/text-link.tsx";
import { documentedEndpoints } from "#lib/shared/api/registry.ts";
import { OperationItem } from "./_reference/operation-item.tsx";
import { SchemaList } from "./_reference/schema-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("apiDocs");
  return { title: t("title") };
}

function code(words: ReactNode): ReactNode {
  return <code className="text-sm text-text">{words}</code>;
}

/** The documentation of the API, made from the same endpoint objects as the OpenAPI document. */
export default async function ApiDocsPage() {
  const t = await getTranslations("apiDocs");
  const resources = Object.entries(Object.groupBy(documentedEndpoints, ({ id }) => id.split(".")[0] ?? ""));
  return (
    <div className="min-h-dvh bg-paper">
      <SiteHeader href="/">
        <LanguageMenu />
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-220 px-5 pt-8 pb-16">
        <h1 className="text-2xl font-semibold">{t("title")}</h1>
        <p className="mt-2 max-w-160 text-text-2">{t.rich("intro", { code })}</p>
        <p className="mt-2">
          {/* This is a file and no page, so the router must not prefetch it. */}
          <TextLink href="/api/openapi.json" prefetch={false}>
            {t("document")}
          </TextLink>
        </p>
        {resources.map(([resource, endpoints = []]) => (
          <section key={resource} aria-labelledby={`resource-${resource}`} className="mt-10">
            <h2 id={`resource-${resource}`} className="text-lg font-semibold">
              {resource}
            </h2>
            <ul className="mt-2">
              {endpoints.map((endpoint) => (
                <OperationItem key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          </section>
        ))}
        <SchemaList />
      </main>
    </div>
  );
}
