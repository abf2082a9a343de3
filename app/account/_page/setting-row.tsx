import type { ReactNode } from "react";

type SettingRowProps = {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** One or two buttons at the end of the row. */
  actions?: ReactNode;
};

/** A row with the state of a setting at the left and its actions at the right. */
export function SettingRow({ icon, title, text, actions }: SettingRowProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
      {icon}
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium">{title}</div>
        {text ? <div className="text-sm text-pretty text-text-3">{text}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
