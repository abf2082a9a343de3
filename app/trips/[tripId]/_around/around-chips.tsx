"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { AROUND_CATEGORIES, type AroundCategory } from "#lib/shared/around-categories.ts";
import { AROUND_ICONS } from "./around-icons.ts";

interface AroundChipsProps {
  chosen: AroundCategory | null;
  onChoose: (category: AroundCategory) => void;
}

/** Buttons for the categories of the search around; on a phone the row scrolls horizontally. */
export function AroundChips({ chosen, onChoose }: AroundChipsProps) {
  const t = useTranslations("map");
  return (
    <div
      data-panel
      role="group"
      aria-label={t("around.categories")}
      className="pointer-events-auto -mx-3 flex max-w-[calc(100%+24px)] flex-wrap gap-1.5 overflow-x-auto overscroll-x-contain px-3 py-0.5 [scrollbar-width:none] phone:flex-nowrap"
    >
      {AROUND_CATEGORIES.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
          className={cx(
            "inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full px-3 text-sm shadow-1 transition-colors touch:h-11",
            category === chosen
              ? "bg-accent font-medium text-on-accent"
              : "bg-raised text-text-2 hover:bg-hover hover:text-text",
          )}
        >
          <Icon of={AROUND_ICONS[category]} />
          {t(`around.category.${category}`)}
        </button>
      ))}
    </div>
  );
}
