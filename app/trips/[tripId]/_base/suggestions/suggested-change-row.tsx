"use client";

import { ArrowRight, ArrowRightLeft, type LucideIcon, Minus, PencilLine, Plus } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReactNode } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import type { FieldDiff, ChangeDiff } from "../../_model/suggestions/line-diff.ts";
import { useSuggestedChangeTexts } from "./use-suggested-change-texts.ts";

const looks: Record<ChangeDiff["verb"], { icon: LucideIcon; tone: string }> = {
  create: { icon: Plus, tone: "bg-success-tint text-success" },
  update: { icon: PencilLine, tone: "bg-warning-tint text-warning" },
  move: { icon: ArrowRightLeft, tone: "bg-warning-tint text-warning" },
  delete: { icon: Minus, tone: "bg-danger-tint text-danger" },
};

type LineRowProps = {
  diff: ChangeDiff;
  /** A problem that the service has reported for the change. */
  problem?: string | null;
  /** The control before the change, which selects it. */
  before?: ReactNode;
  /** The control or text after the change: a button to remove it, or its result. */
  after?: ReactNode;
  muted?: boolean;
  /** Whether the suggestion is answered, so that the present plan does not matter. */
  isPast?: boolean;
};

/** One change of a suggestion: the row that it changes, and its old and new values. */
export function SuggestedChangeRow({
  diff,
  problem = null,
  before,
  after,
  muted = false,
  isPast = false,
}: LineRowProps) {
  const t = useTranslations("trip-suggestions");
  const words = useSuggestedChangeTexts();
  const { icon, tone } = looks[diff.verb];
  return (
    <div className={cx("flex items-start gap-2.5 py-2", muted && "**:text-text-3!")}>
      {before}
      <span aria-hidden className={cx("mt-0.5 grid size-5 shrink-0 place-items-center rounded-xs", tone)}>
        <Icon of={icon} size={14} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <span className="sr-only">{t(`verb.${diff.verb}`)} </span>
          {words.about(diff)}
        </p>
        <Places diff={diff} />
        {diff.fields.map((field) => (
          <FieldRow
            key={field.field}
            diff={isPast ? { ...field, now: null } : field}
            isNew={diff.verb === "create"}
          />
        ))}
        {diff.verb === "delete" ? <p className="text-sm text-danger">{t("deletes")}</p> : null}
        {isPast ? null : diff.isGone ? (
          <InlineAlert className="mt-0.5">{t("gone")}</InlineAlert>
        ) : diff.nowDayId !== undefined ? (
          <InlineAlert className="mt-0.5">{t("nowOn", { list: words.list(diff.nowDayId) })}</InlineAlert>
        ) : null}
        {problem === null ? null : <InlineAlert className="mt-0.5">{problem}</InlineAlert>}
      </div>
      {after}
    </div>
  );
}

function Places({ diff: { verb, fromDayId, toDayId } }: { diff: ChangeDiff }) {
  const t = useTranslations("trip-suggestions");
  const words = useSuggestedChangeTexts();
  if (toDayId === undefined) return null;
  if (verb === "create") return <p className={row}>{t("to", { list: words.list(toDayId) })}</p>;
  if (fromDayId === toDayId) return <p className={row}>{t("within", { list: words.list(toDayId) })}</p>;
  return (
    <p className={row}>
      <Turn before={fromDayId === undefined ? null : words.list(fromDayId)} after={words.list(toDayId)} />
    </p>
  );
}

const row = "text-sm text-text-2 wrap-anywhere";

function FieldRow({ diff, isNew }: { diff: FieldDiff; isNew: boolean }) {
  const t = useTranslations("trip-suggestions");
  const words = useSuggestedChangeTexts();
  const { field, before, after, now } = diff;
  const [was, becomes] = words.turn(field, before, after);
  return (
    <>
      <p className={row}>
        <span className="text-text-3">{words.label(field)}</span>{" "}
        <Turn before={isNew || isEmpty(before) ? null : was} after={becomes} />
      </p>
      {now ? (
        <InlineAlert className="mt-0.5 mb-1">
          {t("now", { value: words.value(field, now.value) })}
        </InlineAlert>
      ) : null}
    </>
  );
}

function isEmpty(value: unknown): boolean {
  const parts = Array.isArray(value) ? value : [value];
  return parts.every((part) => part === null || part === undefined || part === "");
}

/** The old value, crossed out, and the new one. */
function Turn({ before, after }: { before: string | null; after: string }) {
  const t = useTranslations("trip-suggestions");
  return (
    <>
      {before === null ? null : (
        <>
          <span className="sr-only">{t("was")} </span>
          <del className="text-danger decoration-1">{before}</del>{" "}
          <Icon of={ArrowRight} size={14} className="-mt-0.5 inline-block text-text-3" />{" "}
          <span className="sr-only">{t("becomes")} </span>
        </>
      )}
      <ins className="whitespace-pre-line text-success no-underline">{after}</ins>
    </>
  );
}
