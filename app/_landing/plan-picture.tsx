import { Bed, BusFront, Footprints, type LucideIcon, ThumbsUp, TriangleAlert } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { MapPicture } from "#app/_landing/map-picture.tsx";
import { type PictureStop, StopRow } from "#app/_landing/stop-row.tsx";
import { Avatar, AvatarStack } from "#app/_ui/avatar.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { toneAt } from "#app/_ui/person-tone.ts";

const people = ["Elina", "Jonas", "Aleksandra", "陈思远", "Priya", "Tom", "Ritva"].map((name, index) => ({
  id: name,
  name,
  tone: toneAt(index),
}));

/** A picture of the product, made of its own components, so that it follows theme and language. */
export function PlanPicture() {
  const t = useTranslations("landing");
  return (
    <figure
      aria-label={t("previewLabel")}
      className="grid overflow-hidden rounded-lg bg-paper shadow-2 [--ground:var(--color-paper)] md:grid-cols-[392px_minmax(0,1fr)]"
    >
      <div aria-hidden className="px-2 pt-1 pb-3">
        <FirstDay />
        <SecondDay />
      </div>
      <MapPicture />
    </figure>
  );
}

function FirstDay() {
  const t = useTranslations("landing");
  const market: PictureStop = { time: "17:15", until: "18:15", number: "1", day: 1, name: t("market") };
  const dinner: PictureStop = { time: t("evening"), number: "2", day: 1, name: t("dinner") };
  return (
    <>
      <DayHead date={t("day")} title={t("dayTitle")} />
      <StopRow stop={market} end={<Votes count="5" />}>
        <span className="flex items-center gap-1.5 text-warning">
          <Icon of={TriangleAlert} size={14} />
          <span className="truncate">{t("marketNote")}</span>
        </span>
      </StopRow>
      <Leg icon={Footprints} dotted>
        {t("walk")}
      </Leg>
      <StopRow stop={dinner} end="¥42,000">
        {t("dinnerNote")}
      </StopRow>
      <div className="mt-1 mb-2 grid h-9 grid-cols-[46px_24px_minmax(0,1fr)_auto] items-center gap-3 rounded-sm bg-sunken px-2.5 text-sm">
        <span className="text-text-3">15:00</span>
        <Icon of={Bed} className="justify-self-center text-text-2" />
        <span className="truncate font-medium">{t("hotel")}</span>
        <span className="text-xs text-text-3 phone:hidden">{t("checkIn")}</span>
      </div>
    </>
  );
}

function SecondDay() {
  const t = useTranslations("landing");
  const temple: PictureStop = {
    time: "07:30",
    until: "09:00",
    number: "1",
    day: 2,
    name: t("temple"),
    selected: true,
  };
  const lane: PictureStop = { time: "09:15", until: "10:15", number: "2", day: 2, name: t("lane") };
  const editor = people[2];
  return (
    <div className="phone:hidden">
      <DayHead date={t("secondDay")} title={t("secondTitle")} everyone />
      <Leg icon={BusFront}>{t("bus")}</Leg>
      <StopRow stop={temple} end={<Votes count="6" />}>
        {t("templeNote")}
      </StopRow>
      <Leg icon={Footprints} dotted>
        {t("secondWalk")}
      </Leg>
      <StopRow stop={lane} end={<Votes count="4" />}>
        <span className="flex items-center gap-1.5">
          {editor ? <Avatar person={editor} size={20} alt="" /> : null}
          <span className="truncate">{t("laneNote")}</span>
        </span>
      </StopRow>
    </div>
  );
}

function DayHead({ date, title, everyone = false }: { date: string; title: string; everyone?: boolean }) {
  return (
    <div className="flex h-11 items-center gap-2.5 px-2.5">
      <span className="text-lg font-semibold whitespace-nowrap">{date}</span>
      <span className="truncate text-text-2">{title}</span>
      {everyone ? <AvatarStack people={people} max={3} label="" className="ml-auto" /> : null}
    </div>
  );
}

function Leg({ icon, dotted = false, children }: { icon: LucideIcon; dotted?: boolean; children: string }) {
  return (
    <div className="grid h-6 grid-cols-[46px_24px_minmax(0,1fr)] items-center gap-3 px-2.5 text-xs text-text-3">
      <i
        className={`col-start-2 h-5 w-0 justify-self-center border-l-2 border-n-300 ${dotted ? "border-dotted" : "border-solid"}`}
      />
      <span className="flex items-center gap-1.5">
        <Icon of={icon} size={14} />
        {children}
      </span>
    </div>
  );
}

function Votes({ count }: { count: string }) {
  return (
    <>
      <Icon of={ThumbsUp} size={14} />
      {count}
    </>
  );
}
