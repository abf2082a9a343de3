"use client";

import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { floatingClass } from "#app/_ui/floating-class.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { usePopover } from "#app/_ui/use-popover.ts";
import { ChecksList } from "./checks-list.tsx";
import { useDismissedChecks } from "../_base/use-dismissed-checks.ts";
import { useChecks } from "./use-checks.ts";

/**
 * A button with the number of open trip checks; it opens their list, on a phone as a sheet. Without any check it
 * renders nothing.
 */
export default function ChecksMenu() {
  const t = useTranslations("trip-checks");
  const checks = useChecks();
  const { setAside } = useDismissedChecks();
  const isPhone = useIsPhone();
  const [sheet, setSheet] = useState(false);
  const popover = usePopover({ side: "bottom", align: "end", gap: 6, onOpened: (panel) => panel.focus() });
  const open = checks.filter(({ key }) => !setAside.has(key)).length;
  if (checks.length === 0 && !popover.open && !sheet) return null;
  const opener = isPhone ? { onClick: () => setSheet(true) } : popover.trigger;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...opener}
        className="flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap text-text-3 transition-colors hover:bg-hover aria-expanded:bg-press touch:h-11 touch:px-2"
      >
        <Icon of={TriangleAlert} size={14} className={open > 0 ? "text-warning" : ""} />
        {open > 0 ? t("count", { count: open }) : t("setAside", { count: checks.length })}
      </button>
      <div
        {...popover.panel}
        role="dialog"
        aria-label={t("title")}
        tabIndex={-1}
        className={cx(
          floatingClass,
          "max-h-[min(480px,calc(100dvh-120px))] w-95 overflow-y-auto overscroll-contain p-1.5 focus-visible:shadow-2",
        )}
      >
        {popover.open ? <ChecksList onLeave={popover.close} /> : null}
      </div>
      {sheet ? (
        <Dialog
          open
          onOpenChange={(isOpen) => {
            if (!isOpen) setSheet(false);
          }}
          title={t("title")}
          closeLabel={t("close")}
        >
          <div className="-mx-3">
            <ChecksList onLeave={() => setSheet(false)} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
