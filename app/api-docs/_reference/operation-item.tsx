import { getTranslations } from "next-intl/server";
import type * as z from "zod";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { SchemaText } from "./schema-text.tsx";

/** One operation; its shapes unfold. */
export async function OperationItem({ endpoint }: { endpoint: Endpoint }) {
  const t = await getTranslations("apiDocs");
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
          <Shape title={`${t("answer")} ${endpoint.status}`} schema={endpoint.response} io="output" />
          {endpoint.response ? null : <p className="mt-2 text-sm text-text-2">{t("noBody")}</p>}
        </div>
      </details>
    </li>
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
