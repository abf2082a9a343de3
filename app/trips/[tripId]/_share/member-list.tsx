"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useMemberActions } from "#lib/client/members.ts";
import { useTrip, useTripSession } from "#lib/client/trip-context.tsx";
import { useLeaveTrip } from "#lib/client/trips.ts";
import { useMay } from "../_shell/may.tsx";
import { type TripPerson, useHere, usePeople } from "../_shell/people.tsx";
import { RoleMenu } from "./role-menu.tsx";
import { whenSent } from "./when-sent.ts";

export function MemberList() {
  const t = useTranslations("trip-share");
  const { present, me } = usePeople();
  const here = useHere();
  const isHere = (person: TripPerson) => person === me || (person.userId !== null && here.has(person.userId));
  // Oneself, those who are here, then the others; names without an account come last.
  const rank = (person: TripPerson) => (person === me ? 0 : isHere(person) ? 1 : person.placeholder ? 3 : 2);
  return (
    <section aria-labelledby="members-head" className="[--ground:var(--color-raised)]">
      <h3 id="members-head" className="text-xs font-semibold text-text-3">
        {t("members", { count: present.length })}
      </h3>
      <ul className="mt-1">
        {present
          .toSorted((a, b) => rank(a) - rank(b))
          .map((person) => (
            <MemberRow key={person.id} person={person} isMe={person === me} here={isHere(person)} />
          ))}
      </ul>
    </section>
  );
}

function MemberRow({ person, isMe, here }: { person: TripPerson; isMe: boolean; here: boolean }) {
  const t = useTranslations("trip-share");
  const { own } = useMay();
  const state = person.placeholder ? t("noAccount") : here ? t("hereNow") : null;
  return (
    <li className="flex min-h-12 items-center gap-3">
      <Avatar person={{ ...person, here }} size={28} alt="" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{isMe ? t("you", { name: person.name }) : person.name}</p>
        {state ? <p className="text-xs text-text-3">{state}</p> : null}
      </div>
      {own && !isMe && person.role !== "owner" ? (
        <OwnersMenu person={person} />
      ) : (
        <span className="px-2.5 text-sm text-text-3">{t(`role_${person.role}`)}</span>
      )}
      {isMe && person.role !== "owner" ? <Leave /> : null}
    </li>
  );
}

function OwnersMenu({ person }: { person: TripPerson }) {
  const t = useTranslations("trip-share");
  const members = useMemberActions();
  const { userId } = person;
  if (userId === null) return null;
  function remove(id: string) {
    members.remove(id).then(
      () => toast(t("removed", { name: person.name })),
      () => {},
    );
  }
  return (
    <RoleMenu
      person={person}
      onRole={(role) => void members.setRole(userId, role).catch(() => {})}
      onRemove={() => remove(userId)}
    />
  );
}

/** Asked twice: only a new invite brings one back. What is unsent goes first, because nobody could send it later. */
function Leave() {
  const t = useTranslations("trip-share");
  const router = useRouter();
  const { store } = useTripSession();
  const trip = useTrip(({ id, title }) => ({ id, title }));
  const leave = useLeaveTrip();
  const [step, setStep] = useState<"rest" | "asked" | "going">("rest");
  const busy = step === "going" || leave.isPending;

  async function go() {
    setStep("going");
    const isSent = await whenSent(store);
    setStep("rest");
    if (!isSent) return toast(t("leaveUnsent"), { problem: true });
    try {
      // A promise, because the row may be gone before the answer is here.
      await leave.mutateAsync(trip.id);
      toast(t("left", { title: trip.title }));
      router.push("/trips");
    } catch {
      toast(t("leaveFailed"), { problem: true });
    }
  }
  return (
    <span aria-live="polite">
      <Button
        size="sm"
        tone={step === "asked" ? "danger" : "plain"}
        busy={busy}
        onClick={() => (step === "asked" ? void go() : setStep("asked"))}
        onBlur={() => step === "asked" && setStep("rest")}
      >
        {step === "asked" ? t("leaveSure") : t("leave")}
      </Button>
    </span>
  );
}
