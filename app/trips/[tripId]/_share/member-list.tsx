"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type ReactNode, useId, useState } from "react";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { toast } from "#app/_ui/toast.ts";
import { useSecondPressCheck } from "#app/_ui/use-answered.ts";
import { useMemberActions } from "#lib/client/open-trip/members.ts";
import { useTrip, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { useLeaveTrip } from "#lib/client/trips/trips.ts";
import { useMay } from "../_base/may.tsx";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { type TripPerson, useOnlineUserIds, usePeople } from "../_base/people.tsx";
import { MergePlaceholder } from "./merge-placeholder.tsx";
import { PlaceholderMenu } from "./placeholder-menu.tsx";
import { RenamePlaceholder } from "./rename-placeholder.tsx";
import { RoleMenu } from "./role-menu.tsx";
import { waitUntilSent } from "./when-sent.ts";

/** With more members than this the list is grouped by role; each group first shows some of its members. */
const FEW = 8;
const SHOWN = 5;

type OnInvite = (person: TripPerson) => void;

/**
 * Lists the members of the trip with their roles.
 * @param onInvite is called to invite somebody for a placeholder's row
 */
export function MemberList({ onInvite }: { onInvite: OnInvite }) {
  const t = useTranslations("trip-share");
  const { present, me } = usePeople();
  const here = useOnlineUserIds();
  const isHere = (person: TripPerson) => person === me || (person.userId !== null && here.has(person.userId));
  const rank = (person: TripPerson) => (person === me ? 0 : isHere(person) ? 1 : person.placeholder ? 3 : 2);
  // The order is: the user, the members who have the trip open, the others, and last the placeholders.
  const people = present.toSorted((a, b) => rank(a) - rank(b));
  const row = (person: TripPerson) => (
    <MemberRow
      key={person.id}
      person={person}
      isMe={person === me}
      here={isHere(person)}
      onInvite={onInvite}
    />
  );
  return (
    <section aria-labelledby="members-head" className="[--ground:var(--color-raised)]">
      <h3 id="members-head" className="text-xs font-semibold text-text-3">
        {t("members", { count: present.length })}
      </h3>
      {people.length <= FEW ? (
        <ul className="mt-1">{people.map(row)}</ul>
      ) : (
        STANDINGS.map((standing) => (
          <Group key={standing} standing={standing} people={people.filter(isOf(standing))} row={row} />
        ))
      )}
    </section>
  );
}

const STANDINGS = ["editor", "viewer", "guest", "placeholder"] as const;
type Standing = (typeof STANDINGS)[number];

function isOf(standing: Standing): (person: TripPerson) => boolean {
  return ({ placeholder, role }) =>
    standing === (placeholder ? "placeholder" : role === "owner" ? "editor" : role);
}

type GroupProps = {
  standing: Standing;
  people: readonly TripPerson[];
  row: (person: TripPerson) => ReactNode;
};

function Group({ standing, people, row }: GroupProps) {
  const t = useTranslations("trip-share");
  const headId = useId();
  const [isAll, setAll] = useState(false);
  if (people.length === 0) return null;
  // If only one member would be left out, it is shown instead of "1 more".
  const isCut = !isAll && people.length > SHOWN + 1;
  const rest = people.length - SHOWN;
  return (
    <section aria-labelledby={headId} className="pt-3">
      <h4 id={headId} className="flex gap-1.5 text-sm font-medium">
        {t(`standing.${standing}`)}
        <span className="font-normal text-text-3">{people.length}</span>
      </h4>
      <ul>{(isCut ? people.slice(0, SHOWN) : people).map(row)}</ul>
      {isCut ? (
        <Button size="sm" tone="plain" className="-ml-2.5 text-text-2" onClick={() => setAll(true)}>
          {t("showMore", { count: rest })}
        </Button>
      ) : null}
    </section>
  );
}

type MemberRowProps = {
  person: TripPerson;
  isMe: boolean;
  here: boolean;
  onInvite: OnInvite;
};

function MemberRow({ person, isMe, here, onInvite }: MemberRowProps) {
  const t = useTranslations("trip-share");
  const { edit, own } = useMay();
  const [doing, setDoing] = useState<"rename" | "merge" | null>(null);
  const onDone = () => setDoing(null);
  if (doing === "rename") return <RenamePlaceholder person={person} onDone={onDone} />;
  if (doing === "merge") return <MergePlaceholder person={person} onDone={onDone} />;
  const state = [here ? t("hereNow") : "", person.hasAccount ? "" : t("noAccount")]
    .filter(Boolean)
    .join(" · ");
  return (
    <li className="flex min-h-12 items-center gap-3">
      <Avatar person={{ ...person, here }} size={28} alt="" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{isMe ? t("you", { name: person.name }) : person.name}</p>
        {state ? <p className="text-xs text-text-3">{state}</p> : null}
      </div>
      {person.placeholder ? (
        edit ? (
          <PlaceholderMenu
            person={person}
            onRename={() => setDoing("rename")}
            onMerge={() => setDoing("merge")}
            onInvite={() => onInvite(person)}
          />
        ) : null
      ) : own && !isMe && person.role !== "owner" ? (
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

/**
 * A button to leave the trip, which asks for confirmation because only a new invite can reverse it. Unsent changes
 * are sent first, since they could not be sent later.
 */
function Leave() {
  const t = useTranslations("trip-share");
  const router = useRouter();
  const { isGuest } = usePageViewer();
  const { store } = useTripSession();
  const trip = useTrip(({ id, title }) => ({ id, title }));
  const leave = useLeaveTrip();
  const [step, setStep] = useState<"rest" | "asked" | "going">("rest");
  const isAnswer = useSecondPressCheck(step === "asked" ? step : null);
  const busy = step === "going" || leave.isPending;

  async function go() {
    setStep("going");
    const isSent = await waitUntilSent(store);
    setStep("rest");
    if (!isSent) return toast(t("leaveUnsent"), { problem: true });
    try {
      // A promise is used and not a callback, because the row may be unmounted before the answer arrives.
      await leave.mutateAsync(trip.id);
      toast(t("left", { title: trip.title }));
      // A user who has left the trip's page before the answer arrived is not redirected.
      if (window.location.pathname === `/trips/${trip.id}`) router.push(isGuest ? "/" : "/trips");
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
        onClick={(press) => (isAnswer(press) ? void go() : setStep("asked"))}
        onBlur={() => step === "asked" && setStep("rest")}
      >
        {step === "asked" ? t("leaveSure") : t("leave")}
      </Button>
    </span>
  );
}
