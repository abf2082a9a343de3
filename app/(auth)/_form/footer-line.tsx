import { getTranslations } from "#app/_i18n/get-translations.ts";
import type { ReactNode } from "react";
import { withNext } from "#app/_shell/next-path.ts";
import { textLink } from "#app/_ui/text-link.tsx";

type FooterLineProps = { to: "sign-in" | "sign-up" | "back" | "password"; next: string };

/** A line below the form with a link to another page of the sign-in, which `to` selects. */
export async function FooterLine({ to, next }: FooterLineProps) {
  const t = await getTranslations("auth");
  const link = (path: string, words: ReactNode) => textLink(withNext(path, next), words);
  return (
    <p className="mt-5 text-center text-sm text-text-3">
      {to === "sign-up" ? t.rich("newHere", { a: (words) => link("/sign-up", words) }) : null}
      {to === "sign-in" ? t.rich("haveAccount", { a: (words) => link("/sign-in", words) }) : null}
      {to === "password" ? link("/sign-in", t("usePassword")) : null}
      {to === "back" ? link("/sign-in", t("backToSignIn")) : null}
    </p>
  );
}
