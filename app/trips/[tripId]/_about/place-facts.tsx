"use client";

import { type ReactNode, useId } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { textLinkClass } from "#app/_ui/text-link.tsx";
import type { PlaceAbout, PlaceFacts as Facts } from "#lib/shared/place-about.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { sectionHead } from "../_base/fields/notes-field.tsx";
import { useStopAbout } from "./use-stop-about.ts";

/** Shows what is known of a stop's place: contact data and a short article. Renders nothing if nothing is known. */
export default function PlaceFacts({ stop }: { stop: StopDto }) {
  const t = useTranslations("trip-details");
  const headId = useId();
  const about = useStopAbout(stop);
  if (!about || (about.article === null && !hasFacts(about.facts))) return null;
  return (
    <section aria-labelledby={headId} className="px-4 pt-2.5 pb-1 text-sm">
      <h3 id={headId} className={sectionHead}>
        {t("about.title")}
      </h3>
      {about.facts ? <FactList facts={about.facts} /> : null}
      {about.article ? <Article article={about.article} /> : null}
      {hasFacts(about.facts) ? <Credits of={about.attribution} /> : null}
    </section>
  );
}

function hasFacts(facts: Facts | null): boolean {
  if (!facts) return false;
  const { cuisine, ...others } = facts;
  return cuisine.length > 0 || Object.values(others).some((value) => value !== null);
}

function FactList({ facts }: { facts: Facts }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const { website, phone, cuisine, wheelchair, fee } = facts;
  return (
    <dl className="m-0 grid grid-cols-[88px_minmax(0,1fr)] gap-y-1 phone:grid-cols-[80px_minmax(0,1fr)]">
      {cuisine.length > 0 ? <Fact name={t("about.cuisine")}>{formats.list(cuisine)}</Fact> : null}
      {website === null ? null : (
        <Fact name={t("about.website")}>
          <a
            href={website}
            target="_blank"
            rel="noopener noreferrer"
            className={cx(textLinkClass, "break-all")}
          >
            {new URL(website).hostname.replace(/^www\./, "")}
          </a>
        </Fact>
      )}
      {phone === null ? null : (
        <Fact name={t("about.phone")}>
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} className={textLinkClass}>
            {phone}
          </a>
        </Fact>
      )}
      {fee === null ? null : (
        <Fact name={t("about.fee")}>
          {fee === "yes" ? t("about.feeYes") : fee === "no" ? t("about.feeNo") : fee}
        </Fact>
      )}
      {wheelchair === null ? null : (
        <Fact name={t("about.wheelchair")}>{t(`about.access.${wheelchair}`)}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="m-0">{children}</dd>
    </>
  );
}

function Article({ article }: { article: NonNullable<PlaceAbout["article"]> }) {
  const { text, language, url, attribution } = article;
  return (
    <div className="pt-2">
      <p lang={language} className="m-0 text-pretty">
        {text}
      </p>
      <p className="m-0 pt-1 text-xs text-text-3">
        <a href={url} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
          {attribution.text}
        </a>
        {", "}
        <a
          href={attribution.licence.href}
          target="_blank"
          rel="noopener noreferrer"
          className="hover:underline"
        >
          {attribution.licence.text}
        </a>
      </p>
    </div>
  );
}

function Credits({ of }: { of: PlaceAbout["attribution"] }) {
  return (
    <p className="m-0 pt-1.5 text-xs text-text-3">
      {of.map(({ text, href }) => (
        <a key={href} href={href} target="_blank" rel="noopener noreferrer" className="hover:underline">
          {text}
        </a>
      ))}
    </p>
  );
}
