"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useTellMissing } from "#app/_shell/use-tell-missing.ts";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { usePopover } from "#app/_ui/use-popover.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";

const UnsentPanel = lazyPart(() => import("./unsent-panel.tsx"));
const UnsentSheet = lazyPart(() => import("./unsent-sheet.tsx"));

type UnsentButtonProps = {
  /** The state in words, for the name of the button. */
  state: string;
  className: string;
  children: ReactNode;
};

/** Opens the changes that wait, or were refused: below itself, on a phone as a sheet. */
export function UnsentButton({ state, className, children }: UnsentButtonProps) {
  const t = useTranslations("trip");
  const isPhone = useIsPhone();
  const [sheet, setSheet] = useState(false);
  const popover = usePopover({ side: "bottom", align: "end", gap: 6, onOpened: (panel) => panel.focus() });
  const tellMissing = useTellMissing();
  function giveUp() {
    setSheet(false);
    popover.close();
    tellMissing();
  }
  const opener = isPhone ? { onClick: () => setSheet(true) } : popover.trigger;
  return (
    <span className="flex min-w-0">
      <button
        {...opener}
        type="button"
        aria-haspopup="dialog"
        aria-label={t("showChanges", { state })}
        className={className}
      >
        {children}
      </button>
      <div
        {...popover.panel}
        role="dialog"
        aria-label={state}
        tabIndex={-1}
        className={cx(
          floatingClass,
          "max-h-[min(560px,calc(100dvh-72px))] w-95 flex-col overflow-hidden open:flex focus-visible:shadow-2",
        )}
      >
        {popover.open ? <UnsentPanel onMissing={giveUp} /> : null}
      </div>
      {sheet ? <UnsentSheet onClose={() => setSheet(false)} onMissing={giveUp} /> : null}
    </span>
  );
}

/** What is needed without a connection has to be here before. */
export function usePreloadedUnsent(): void {
  useEffect(
    () =>
      whenIdle(() => {
        UnsentPanel.preload();
        UnsentSheet.preload();
      }, 8000),
    [],
  );
}
