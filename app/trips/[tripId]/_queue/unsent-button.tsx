"use client";

import { type ReactNode, useEffect } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { PanelOrSheet } from "#app/_shell/panel-or-sheet.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useView } from "../_base/view.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";

const UnsentPanel = lazyComponent(() => import("./unsent-panel.tsx"));
const UnsentSheet = lazyComponent(() => import("./unsent-sheet.tsx"));

type UnsentButtonProps = {
  /** The state as text, for the name of the button. */
  state: string;
  className: string;
  children: ReactNode;
};

/** A button that opens the list of unsent and refused changes, below it or on a phone as a sheet. */
export function UnsentButton({ state, className, children }: UnsentButtonProps) {
  const t = useTranslations("trip");
  return (
    <span className="flex min-w-0">
      <PanelOrSheet
        label={state}
        renderButton={(opener) => (
          <button
            {...opener}
            type="button"
            aria-haspopup="dialog"
            aria-label={t("showChanges", { state })}
            className={className}
          >
            {children}
          </button>
        )}
        renderPanel={({ onMissing }) => <UnsentPanel onMissing={onMissing} />}
        renderSheet={(ways) => <UnsentSheet {...ways} />}
      />
    </span>
  );
}

/** The list of unsent changes as a sheet, for buttons elsewhere. */
export function UnsentDialog({ onMissing }: { onMissing: () => void }) {
  const view = useView();
  return <UnsentSheet onClose={() => view.set({ dialog: null })} onMissing={onMissing} />;
}

/** Preloads the list, because it is needed when there is no network. */
export function usePreloadedUnsentChanges(): void {
  useEffect(
    () =>
      whenIdle(() => {
        UnsentPanel.preload();
        UnsentSheet.preload();
      }, 8000),
    [],
  );
}
