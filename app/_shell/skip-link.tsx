import { useTranslations } from "#app/_i18n/use-translations.ts";

/**
 * The first element in the order of the Tab key, which leads to the main content; the main element of every page has
 * the id `content`.
 */
export function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href="#content"
      className="rounded-sm bg-raised px-3 py-2 text-sm font-medium text-text shadow-2 not-focus-visible:sr-only focus-visible:fixed focus-visible:top-2 focus-visible:left-2 focus-visible:z-(--z-toast)"
    >
      {t("skip")}
    </a>
  );
}
