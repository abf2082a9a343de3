"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useShippedPackages } from "#lib/client/base/shipped-packages.ts";
import { SHIPPED_PATHS } from "#lib/shared/shipped-packages.ts";

/** The packages whose code this browser runs, as the build has listed them; a development server has no list. */
export function PackageList() {
  const t = useTranslations("licences");
  const { packages, isFailed } = useShippedPackages();
  if (isFailed) return <p className="mt-2 text-text-2">{t("packagesMissing")}</p>;
  return (
    <>
      <p className="mt-2">
        <a href={SHIPPED_PATHS.texts} className="text-accent-text underline underline-offset-2">
          {t("texts")}
        </a>
      </p>
      <ul aria-busy={packages === null} className="mt-3 min-h-160">
        {packages?.map(({ name, version, license }) => (
          <li key={`${name}@${version}`} className="flex gap-3 py-1 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {name} <span className="text-text-3">{version}</span>
            </span>
            <span className="shrink-0 text-text-2">{license}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
