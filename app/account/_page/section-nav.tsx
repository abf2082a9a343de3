"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useRef, useState } from "react";
import { type SectionId, sectionIds } from "#app/account/_page/section-ids.ts";

/** The links to the sections beside the column on wide screens; the present section is marked. */
export function SectionNav() {
  const t = useTranslations("account");
  const { current, pick } = useSectionInView();
  return (
    <nav
      aria-label={t("sections")}
      className="sticky top-5 -mt-1 -ml-3 hidden w-47 shrink-0 self-start lg:block"
    >
      <ul className="space-y-0.5">
        {sectionIds.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={() => pick(id)}
              aria-current={id === current ? "location" : undefined}
              className="flex h-8 items-center rounded-sm px-3 text-sm text-text-2 transition-colors hover:bg-hover aria-[current]:bg-press aria-[current]:font-medium aria-[current]:text-text touch:h-11"
            >
              <span className="truncate">{t(id)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the last section whose heading has passed the upper third of the window, or the one that was just chosen. */
function useSectionInView() {
  const [current, setCurrent] = useState<SectionId>(sectionIds[0]);
  // Near its end, the page can't scroll a short section to the top, so the chosen one stays marked until the user
  // scrolls again.
  const picked = useRef(false);

  useEffect(() => {
    function look() {
      if (!picked.current) setCurrent(sectionInView());
    }
    function lookAgain() {
      picked.current = false;
    }
    look();
    window.addEventListener("scroll", look, { passive: true });
    for (const kind of OWN_SCROLLING) window.addEventListener(kind, lookAgain, { passive: true });
    return () => {
      window.removeEventListener("scroll", look);
      for (const kind of OWN_SCROLLING) window.removeEventListener(kind, lookAgain);
    };
  }, []);

  function pick(id: SectionId) {
    picked.current = true;
    setCurrent(id);
  }
  return { current, pick };
}

const OWN_SCROLLING = ["wheel", "touchmove", "keydown"] as const;

function sectionInView(): SectionId {
  const { scrollHeight } = document.documentElement;
  const atEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  if (atEnd) return sectionIds.at(-1) ?? sectionIds[0];
  const passed = sectionIds.findLast((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top <= window.innerHeight / 3;
  });
  return passed ?? sectionIds[0];
}
