import { getTranslations } from "#app/_i18n/get-translations.ts";
import type { ReactNode } from "react";
import type * as z from "zod";
import type { DocumentedEndpoint } from "#lib/shared/api/endpoint.ts";
import { SchemaText } from "./schema-text.tsx";

/** One operation; its schemas can be opened. */
export async function OperationItem({ endpoint }: { endpoint: DocumentedEndpoint }) {
  const t = await getTranslations("apiDocs");
  const answer = `${t("answer")} ${endpoint.status}`;
  return (
    <li>
      <details className="group -mx-3 rounded-md open:bg-surface">
        <summary className="grid cursor-pointer grid-cols-[64px_1fr] gap-x-3 rounded-md px-3 py-2 hover:bg-hover max-md:min-h-11">
          <span className="text-xs/5 font-semibold text-text-2">{endpoint.method}</span>
          <span className="min-w-0">
            <code className="text-sm font-medium wrap-anywhere">{endpoint.path}</code>
            <span className="block text-sm text-text-2">{endpoint.summary}</span>
            <span className="block text-xs text-text-3">
              {t("needs", { access: t(`access.${endpoint.access}`) })}
            </span>
          </span>
        </summary>
        <div className="px-3 pb-4 md:pl-22">
          <Shape title={t("query")} schema={endpoint.query} io="input" />
          <Shape title={t("body")} schema={endpoint.body} io="input" />
          {endpoint.upload ? (
            <Note title={t("body")}>
              {t("upload", {
                field: endpoint.upload.field,
                types: endpoint.upload.types.join(", "),
                size: endpoint.upload.maxBytes / 1024 / 1024,
              })}
            </Note>
          ) : null}
          <Shape title={answer} schema={endpoint.response} io="output" />
          {endpoint.download ? <Note title={answer}>{endpoint.download.join(", ")}</Note> : null}
          {endpoint.response || endpoint.download ? null : (
            <p className="mt-2 text-sm text-text-2">{t("noBody")}</p>
          )}
        </div>
      </details>
    </li>
  );
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-3 text-sm font-medium">{title}</h3>
      <p className="mt-1 text-sm wrap-anywhere text-text-2">{children}</p>
    </>
  );
}

function Shape({
  title,
  schema,
  io,
}: {
  title: string;
  schema: z.ZodType | undefined;
  io: "input" | "output";
}) {
  if (!schema) return null;
  return (
    <>
      <h3 className="mt-3 text-sm font-medium">{title}</h3>
      <SchemaText schema={schema} io={io} />
    </>
  );
}
