"use client";

import { Clock, MoreHorizontal, Pencil, Trash2, TriangleAlert } from "lucide-react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useId } from "react";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#app/_ui/menu.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { useMay } from "../_base/may.tsx";
import { RowConflicts } from "../_base/fields/row-conflicts.tsx";
import { CandidateTile } from "./candidate-tile.tsx";
import { useDecisionActs } from "./use-decision-acts.ts";
import { useDecisionWords } from "./use-decision-words.ts";
import { type DecisionResult, useDecisionResult } from "./use-decision-result.ts";

/** An open decision: its candidates side by side, the deadline and the present result. */
export function DecisionCard({ decision }: { decision: DecisionDto }) {
  const headId = useId();
  const words = useDecisionWords();
  const poll = useDecisionResult(decision);
  const acts = useDecisionActs(decision);
  const { edit } = useMay();
  const { stops, leaders, isTie } = poll;
  const isOdd = stops.length % 2 === 1;
  const mayChoose = edit && (isTie || decision.status === "tied");
  return (
    <article aria-labelledby={headId} className="rounded-md bg-surface p-3 shadow-1">
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 id={headId} className="text-md leading-5 font-semibold phone:text-lg phone:leading-5.5">
            {decision.title}
          </h3>
          <p className="mt-0.5 flex items-start gap-1.5 text-xs leading-4.5 text-text-3 phone:text-sm">
            <Icon of={Clock} size={14} className="mt-0.5" />
            <span>
              {words.until(decision)}
              <br />
              {words.target(decision)}
            </span>
          </p>
        </div>
        {edit ? <DecisionMenu decision={decision} poll={poll} /> : null}
      </header>
      <RowConflicts entityId={decision.id} />
      {decision.notes ? (
        <p className="mt-2 text-sm whitespace-pre-line text-text-2">{decision.notes}</p>
      ) : null}
      {stops.length > 0 ? (
        <ol
          className={cx(
            // All tiles have the same size, so that none looks preferred. With an odd number, a phone shows one tile
            // per row.
            "mt-3 grid auto-rows-fr grid-cols-2 gap-2",
            isOdd && "phone:grid-cols-1",
            (stops.length === 3 || stops.length > 4) && "md:grid-cols-3",
          )}
        >
          {stops.map((stop) => (
            <CandidateTile
              key={stop.id}
              stop={stop}
              isWide={isOdd}
              score={poll.scores.get(stop.id) ?? 0}
              leads={leaders.length === 1 && leaders[0] === stop.id && poll.hasVotes}
              onChoose={mayChoose && leaders.includes(stop.id) ? () => acts.close(stop) : undefined}
            />
          ))}
        </ol>
      ) : null}
      <Standing decision={decision} poll={poll} />
    </article>
  );
}

/** Describes the present result, with the button that closes the decision. */
function Standing({ decision, poll }: { decision: DecisionDto; poll: DecisionResult }) {
  const t = useTranslations("trip-decisions");
  const formats = useFormats();
  const { edit } = useMay();
  const acts = useDecisionActs(decision);
  const { stops, leaders, hasVotes, isTie } = poll;
  const leading = stops.filter(({ id }) => leaders.includes(id));
  const names = formats.list(leading.map(({ name }) => name));
  const [only] = leading.length === 1 ? leading : [];
  if (decision.status === "tied") {
    return <Problem>{stops.length === 0 ? t("tiedEmpty") : t("tied", { names })}</Problem>;
  }
  if (isTie) return <Problem>{t("tieNow", { names })}</Problem>;
  if (stops.length === 0) {
    return (
      <Line>
        {t("noCandidates")} {edit ? <TextButton onClick={acts.edit}>{t("addCandidates")}</TextButton> : null}
      </Line>
    );
  }
  if (!only || !hasVotes) return <Line>{t("noVotes")}</Line>;
  if (!edit) return null;
  return (
    <div className="mt-3 flex justify-end">
      <Button size="sm" className="max-w-full min-w-0 phone:w-full" onClick={() => acts.close(only)}>
        <span className="truncate">{t("closeWith", { name: only.name })}</span>
      </Button>
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-sm text-text-3">{children}</p>;
}

function Problem({ children }: { children: string }) {
  return (
    <p className="mt-2 flex items-start gap-1.5 text-sm text-warning">
      <Icon of={TriangleAlert} size={14} className="mt-0.75" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function DecisionMenu({ decision, poll }: { decision: DecisionDto; poll: DecisionResult }) {
  const t = useTranslations("trip-decisions");
  const acts = useDecisionActs(decision);
  const label = t("more", { title: decision.title });
  return (
    <Menu trigger={<IconButton label={label} icon={MoreHorizontal} size="sm" className="-mt-1 -mr-1" />}>
      <MenuItem icon={Pencil} onSelect={acts.edit}>
        {t("edit")}
      </MenuItem>
      {poll.stops.map((stop) => (
        <MenuItem key={stop.id} onSelect={() => acts.close(stop)}>
          {t("decideFor", { name: stop.name })}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={acts.remove}>
        {t("delete")}
      </MenuItem>
    </Menu>
  );
}
