"use client";

import { Check } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type FormEvent, type MouseEvent, useId, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useClock } from "#app/_i18n/use-clock.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { isComposing } from "#app/_ui/composing.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useSecondPressCheck } from "#app/_ui/use-answered.ts";
import { dependsOnChange } from "#lib/client/writes/suggestion-lines.ts";
import { useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { useSelectedState } from "#lib/client/base/use-selected.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { useMay } from "../may.tsx";
import { usePeople } from "../people.tsx";
import { useFocusOnMount } from "../use-focus-on-mount.ts";
import { diffOfChange, type ChangeDiff } from "../../_model/suggestions/line-diff.ts";
import { SuggestedChangeRow } from "./suggested-change-row.tsx";
import { useSuggestedChangeTexts } from "./use-suggested-change-texts.ts";
import { useSuggestionActs } from "./use-suggestion-acts.ts";

/** A suggestion with its changes; editors accept all or some of them, or dismiss the suggestion. */
export function SuggestionCard({ suggestion, isFirst }: { suggestion: SuggestionDto; isFirst: boolean }) {
  const t = useTranslations("trip-suggestions");
  const headId = useId();
  const { edit, join } = useMay();
  const { me } = usePeople();
  const { store } = useTripSession();
  const trip = useSelectedState(store.changes.add, () => store.written, whole);
  const acts = useSuggestionActs(suggestion);
  const { lines } = suggestion;
  const diffs = lines.map((line) => diffOfChange(line, lines, trip));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = [...lines.keys()].filter((index) => !left.has(index) && !diffs[index]?.isGone);
  const isMine = suggestion.memberId === me?.id;

  /** Selects or deselects a change together with the changes that depend on it or that it depends on. */
  function choose(index: number, isChosen: boolean) {
    const line = lines[index];
    const next = new Set(left);
    for (const [at, other] of lines.entries()) {
      const along =
        line && (at === index || (isChosen ? dependsOnChange(line, other) : dependsOnChange(other, line)));
      if (along && isChosen) next.delete(at);
      else if (along) next.add(at);
    }
    setLeft(next);
  }

  return (
    <article
      aria-labelledby={headId}
      className="mx-3 mb-3 rounded-md bg-sunken px-3 pt-3 pb-3 [--ground:var(--color-sunken)]"
    >
      <CardHead id={headId} suggestion={suggestion} isMine={isMine} />
      <ol className="mt-1 divide-y divide-line">
        {diffs.map((diff, index) => (
          // The changes of a suggestion never change, so the index identifies each.
          <li key={`${suggestion.id} ${String(index)}`}>
            <SuggestedChangeRow
              diff={diff}
              problem={
                acts.problem?.line === index ? t(acts.problem.isConflict ? "conflict" : "unfit") : null
              }
              muted={edit && !chosen.includes(index)}
              before={
                edit && lines.length > 1 ? (
                  <LineBox
                    diff={diff}
                    checked={chosen.includes(index)}
                    onChange={(isChosen) => choose(index, isChosen)}
                  />
                ) : null
              }
            />
          </li>
        ))}
      </ol>
      {acts.failed ? (
        <InlineAlert tone="danger" live className="mt-1">
          {t("failed.accept")}
        </InlineAlert>
      ) : null}
      {edit ? (
        <Answer suggestion={suggestion} chosen={chosen} diffs={diffs} acts={acts} isFirst={isFirst} />
      ) : isMine && join ? (
        <div className="mt-2 flex items-center justify-between gap-2">
          <p className="text-xs text-text-3">{t("waiting")}</p>
          <Button size="sm" onClick={acts.withdraw}>
            {t("withdraw")}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

function whole<T>(value: T): T {
  return value;
}

type CardHeadProps = { id: string; suggestion: SuggestionDto; isMine: boolean };

/** Shows the author, the time and the note of a suggestion. */
export function CardHead({ id, suggestion, isMine }: CardHeadProps) {
  const t = useTranslations("trip-suggestions");
  const formats = useFormats();
  const now = useClock();
  const { byMember } = usePeople();
  const { memberId, createdAt, note, lines, status } = suggestion;
  const author = byMember.get(memberId);
  return (
    <header className="flex items-start gap-2.5">
      {author ? <Avatar person={author} alt="" className="mt-0.5" /> : null}
      <div className="min-w-0 flex-1">
        <h4 id={id} className="text-sm font-medium text-pretty">
          {status === "open"
            ? isMine
              ? t("youSuggest", { count: lines.length })
              : t("suggests", { name: author?.name ?? t("someone"), count: lines.length })
            : isMine
              ? t("youSuggested", { count: lines.length })
              : t("suggested", { name: author?.name ?? t("someone"), count: lines.length })}
        </h4>
        <time dateTime={createdAt} title={formats.instant(createdAt)} className="text-xs text-text-3">
          {formats.ago(createdAt, now)}
        </time>
        {note ? <p className="mt-1 text-sm whitespace-pre-line text-text-2">{note}</p> : null}
      </div>
    </header>
  );
}

type LineBoxProps = { diff: ChangeDiff; checked: boolean; onChange: (checked: boolean) => void };

function LineBox({ diff, checked, onChange }: LineBoxProps) {
  const t = useTranslations("trip-suggestions");
  const words = useSuggestedChangeTexts();
  return (
    <label className="-m-2 cursor-pointer rounded-sm p-2 has-[input:focus-visible]:shadow-(--ring) touch:-m-3 touch:p-3">
      <input
        type="checkbox"
        checked={checked}
        disabled={diff.isGone}
        aria-label={`${t(`verb.${diff.verb}`)} ${words.about(diff)}`}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="mt-0.5 grid size-5 place-items-center rounded-xs border-[1.5px] border-control text-transparent transition-colors peer-checked:border-transparent peer-checked:bg-accent peer-checked:text-on-accent peer-disabled:border-line-strong"
      >
        <Icon of={Check} size={14} />
      </span>
    </label>
  );
}

type AnswerProps = {
  suggestion: SuggestionDto;
  chosen: readonly number[];
  diffs: readonly ChangeDiff[];
  acts: ReturnType<typeof useSuggestionActs>;
  /** Whether the suggestion is the first open one; only the first one has a primary button. */
  isFirst: boolean;
};

/**
 * The buttons to accept or dismiss a suggestion. If values were changed after the suggestion was made, accepting asks
 * for confirmation, because it would overwrite them.
 */
function Answer({ suggestion, chosen, diffs, acts, isFirst }: AnswerProps) {
  const t = useTranslations("trip-suggestions");
  const [asked, setAsked] = useState<string | null>(null);
  const [dismissing, setDismissing] = useState(false);
  const { problem } = acts;
  const stale = chosen.filter(
    (index) => diffs[index]?.isStale || (problem?.isConflict && problem.line === index),
  );
  const question = `${chosen.join()} ${stale.join()}`;
  const isAsked = stale.length > 0 && (asked === question || problem?.isConflict === true);
  const isAll = chosen.length === suggestion.lines.length;

  const isAnswer = useSecondPressCheck(isAsked ? question : null);

  function accept(press: MouseEvent) {
    if (stale.length > 0 && !isAnswer(press)) return setAsked(question);
    return acts.accept(chosen, stale.length > 0);
  }
  if (dismissing) return <DismissForm onCancel={() => setDismissing(false)} onDismiss={acts.dismiss} />;
  return (
    <div className="mt-2">
      {isAsked ? (
        <InlineAlert live className="mb-2">
          {t("stale", { count: stale.length })}
        </InlineAlert>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button tone={isFirst ? "primary" : "secondary"} disabled={chosen.length === 0} onClick={accept}>
          {isAsked
            ? t("acceptAnyway")
            : isAll
              ? t("accept", { count: chosen.length })
              : t("acceptSome", { count: chosen.length, total: suggestion.lines.length })}
        </Button>
        <Button tone="plain" className="hover:bg-press" onClick={() => setDismissing(true)}>
          {t("dismiss")}
        </Button>
      </div>
    </div>
  );
}

type DismissFormProps = { onCancel: () => void; onDismiss: (word: string) => void };

function DismissForm({ onCancel, onDismiss }: DismissFormProps) {
  const t = useTranslations("trip-suggestions");
  const tTrip = useTranslations("trip");
  const [word, setWord] = useState("");
  const field = useFocusOnMount<HTMLInputElement>();
  function submit(event: FormEvent) {
    event.preventDefault();
    onDismiss(word);
  }
  return (
    <form onSubmit={submit} className="mt-2">
      <TextField
        label={t("why")}
        placeholder={t("whyHint")}
        value={word}
        maxLength={1000}
        ref={field}
        data-own-escape
        onChange={(event) => setWord(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <div className="mt-2 flex gap-2">
        <Button type="submit" tone="secondary">
          {t("dismiss")}
        </Button>
        <Button tone="plain" onClick={onCancel}>
          {tTrip("cancel")}
        </Button>
      </div>
    </form>
  );
}
