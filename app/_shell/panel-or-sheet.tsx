"use client";

import { type ReactNode, useState } from "react";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { cx } from "#app/_ui/cx.ts";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { usePopover } from "#app/_ui/use-popover.ts";

interface Ways {
  onClose: () => void;
  /** Is called when the code could not be fetched. */
  onMissing: () => void;
}

/** The props with which a button opens the panel or sheet. */
type Opener = ReturnType<typeof usePopover>["trigger"] | { onClick: () => void };

type PanelOrSheetProps = {
  /** The accessible name of the panel. */
  label: string;
  renderButton: (opener: Opener) => ReactNode;
  renderPanel: (ways: Ways) => ReactNode;
  renderSheet: (ways: Ways) => ReactNode;
};

/** A list that opens below its button, or as a sheet on a phone. */
export function PanelOrSheet({ label, renderButton, renderPanel, renderSheet }: PanelOrSheetProps) {
  const isPhone = useIsPhone();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const popover = usePopover({ side: "bottom", align: "end", gap: 6, onOpened: (opened) => opened.focus() });
  const tellMissing = useCodeLoadFailureToast();
  const onClose = () => {
    setSheetOpen(false);
    popover.close();
  };
  const ways: Ways = {
    onClose,
    onMissing: () => {
      onClose();
      tellMissing();
    },
  };
  return (
    <>
      {renderButton(isPhone ? { onClick: () => setSheetOpen(true) } : popover.trigger)}
      <div
        {...popover.panel}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={cx(
          floatingClass,
          "max-h-[min(560px,calc(100dvh-72px))] w-95 flex-col overflow-hidden open:flex focus-visible:shadow-2",
        )}
      >
        {popover.open ? renderPanel(ways) : null}
      </div>
      {isSheetOpen ? renderSheet(ways) : null}
    </>
  );
}
