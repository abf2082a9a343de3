import { useTranslations } from "#app/_i18n/use-translations.ts";
import { PlanPicture } from "#app/_landing/plan-picture.tsx";
import { LanguageMenu } from "#app/_shell/language-menu.tsx";
import { SiteHeader } from "#app/_shell/site-header.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { TextLink } from "#app/_ui/text-link.tsx";
import { licencesPath } from "#app/licences/licences-path.ts";
import { outgoingPath } from "#app/outgoing/outgoing-path.ts";

/** The home page for signed-out users: what the service is, and the links to sign in. */
export function Landing() {
  const t = useTranslations("landing");
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader href="/">
        <LanguageMenu />
        <ButtonLink href="/sign-in" tone="plain">
          {t("signIn")}
        </ButtonLink>
      </SiteHeader>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-305 flex-1 content-center items-center gap-x-14 gap-y-8 px-6 pt-4 pb-12 phone:content-start phone:px-4 lg:grid-cols-[minmax(0,340px)_minmax(0,1fr)] lg:pb-24"
      >
        <div>
          <h1 className="text-2xl font-semibold text-balance">{t("title")}</h1>
          <p className="mt-3 text-lg tracking-normal text-text-2">{t("text")}</p>
          <div className="mt-6 md:w-50">
            <ButtonLink href="/sign-up" tone="primary" size="wide">
              {t("start")}
            </ButtonLink>
          </div>
          <p className="mt-3 text-sm text-text-3">{t("sample")}</p>
        </div>
        <PlanPicture />
      </main>
      <footer className="flex justify-center gap-6 px-6 pt-2 pb-6 text-sm">
        <TextLink href={outgoingPath} className="text-text-3">
          {t("outgoing")}
        </TextLink>
        <TextLink href={licencesPath} className="text-text-3">
          {t("licences")}
        </TextLink>
        <TextLink href="/api-docs" prefetch={false} className="text-text-3">
          {t("api")}
        </TextLink>
      </footer>
    </div>
  );
}
