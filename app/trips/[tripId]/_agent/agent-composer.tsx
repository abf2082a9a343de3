"use client";

import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { isComposing } from "#app/_ui/composing.ts";
import { cx } from "#app/_ui/cx.ts";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { roleAtLeast } from "#lib/shared/roles.ts";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import type { AskProblem } from "./ask-problem.ts";
import { takeFocusRequest } from "../_base/agent/focus-wish.ts";
import { AgentModeSetting } from "./mode-line.tsx";
import type { useAgentComposer } from "./use-asking.ts";

/** When at most this many characters are left until the maximum length of a message, the field shows their number. */
const NEAR = 300;

/** The field for messages to the agent. While the agent works, a stop button replaces the send button. */
export function AgentComposer({ asking }: { asking: ReturnType<typeof useAgentComposer> }) {
  const t = useTranslations("trip-agent");
  const { ask: mayAsk } = useMay();
  const role = useTrip((trip) => trip.role);
  const { run, problem, left } = asking;
  if (!mayAsk) {
    return (
      <p className="py-1 text-sm text-text-3">{t(role === "guest" ? "composer.guest" : "composer.closed")}</p>
    );
  }
  const mayStop = asking.isMine || roleAtLeast(role, "editor");
  return (
    <>
      {problem ? <Problem of={problem} /> : null}
      {run && !asking.isMine ? <Busy memberId={run.memberId} /> : null}
      <Field asking={asking} mayStop={mayStop} />
      <div className="flex min-h-6 items-center justify-between gap-2 pt-1">
        <AgentModeSetting />
        {left < NEAR ? (
          <span className={cx("shrink-0 text-xs", left < 0 ? "text-danger" : "text-text-3")}>
            {left < 0 ? t("composer.over", { count: -left }) : t("composer.left", { count: left })}
          </span>
        ) : null}
      </div>
    </>
  );
}

type FieldProps = { asking: ReturnType<typeof useAgentComposer>; mayStop: boolean };

function Field({ asking, mayStop }: FieldProps) {
  const t = useTranslations("trip-agent");
  const field = useRef<HTMLTextAreaElement>(null);
  const { run, maySend, isStopping, left } = asking;
  useEffect(() => {
    if (takeFocusRequest()) field.current?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      asking.send();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      event.currentTarget.blur();
    }
  }

  return (
    <div className="relative flex min-h-10 items-end gap-1 rounded-md bg-sunken p-1 pl-3 focus-within:shadow-[inset_0_0_0_2px_var(--color-accent)] phone:min-h-12">
      <textarea
        ref={field}
        data-own-escape
        aria-label={t("composer.label")}
        aria-invalid={left < 0 || undefined}
        placeholder={t("composer.placeholder")}
        value={asking.text}
        rows={1}
        enterKeyHint="send"
        onChange={(event) => asking.type(event.target.value)}
        onKeyDown={onKeyDown}
        className="max-h-48 min-w-0 flex-1 resize-none bg-transparent py-1.5 text-sm outline-none field-sizing-content focus-visible:shadow-none phone:py-2 phone:text-lg"
      />
      {run && mayStop ? (
        <IconButton
          label={isStopping ? t("composer.stopping") : t("composer.stop")}
          icon={Square}
          aria-busy={isStopping}
          onClick={({ detail: presses }) => {
            // The second press of a double click was meant for the send button, which the stop button has replaced, so
            // it does not stop the run.
            if (presses > 1) return;
            asking.stop();
            // After a press by keyboard the field gets the focus, because the button disappears with the run.
            if (presses === 0) field.current?.focus({ preventScroll: true });
          }}
          className="bg-press touch:size-10 [&_svg]:size-3 [&_svg]:fill-current"
        />
      ) : (
        <IconButton
          label={t("composer.send")}
          icon={ArrowUp}
          disabled={!maySend}
          onClick={() => {
            asking.send();
            field.current?.focus({ preventScroll: true });
          }}
          className="touch:size-10"
        />
      )}
    </div>
  );
}

function Busy({ memberId }: { memberId: string }) {
  const t = useTranslations("trip-agent");
  const { byMember } = usePeople();
  const name = byMember.get(memberId)?.name ?? t("someone");
  return <p className="pb-1.5 text-xs text-text-3">{t("composer.busy", { name })}</p>;
}

function Problem({ of }: { of: AskProblem }) {
  const t = useTranslations("trip-agent");
  const { byMember } = usePeople();
  return (
    <InlineAlert tone={of.kind === "busy" ? "warning" : "danger"} live className="pb-1.5">
      {of.kind === "busy"
        ? t("problem.busy", { name: byMember.get(of.memberId ?? "")?.name ?? t("someone") })
        : of.kind === "seconds" || of.kind === "minutes"
          ? t(`problem.${of.kind}`, { count: of.count })
          : t(`problem.${of.kind}`)}
    </InlineAlert>
  );
}
