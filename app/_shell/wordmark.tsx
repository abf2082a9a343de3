import { useTranslations } from "#app/_i18n/use-translations.ts";
import type Link from "next/link";

/** The logo, a W drawn as a path. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
      className={className}
    >
      <path d="M3 4.5 6.5 15.5 10 7l3.5 8.5L17 4.5" />
    </svg>
  );
}

type WordmarkProps = { href: "/" | "/trips"; as?: typeof Link | "a" };

/** The link to the home page; a plain link where the code of Next's link is not worth its size. */
export function Wordmark({ href, as: Anchor = "a" }: WordmarkProps) {
  const t = useTranslations("shell");
  return (
    <Anchor
      href={href}
      aria-label={t("home")}
      className="inline-flex h-8 items-center gap-2 rounded-sm pr-1 text-lg font-semibold text-text touch:h-11"
    >
      <Mark className="text-accent-text" />
      Wayfare
    </Anchor>
  );
}
