"use client";

import { Globe, Search } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Combobox } from "#app/_ui/combobox.tsx";
import type { OfferedPlace } from "#lib/client/places/planned-places.ts";
import { PlaceCredit } from "./place-credit.tsx";
import { OptionLine, PlaceOption } from "./place-option.tsx";
import { isLink } from "./is-link.ts";
import { useNoResultsText } from "./use-none-found.ts";
import { useOfferedPlaces } from "./use-offered-places.ts";

const MOST = 5;

type PlaceFieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onPick: (place: OfferedPlace) => void;
  /** Whether the text is the name of a picked place, so that nothing is searched. */
  isPicked: boolean;
  /** The id of the trip near which places come first; null outside of a trip. */
  tripId: string | null;
  /** Whether the last option is the text itself, as a name without a place. */
  offersName?: boolean;
  list?: "inline" | "float";
  /** `text`: Enter picks a place only after the user has moved to it. `first`: Enter picks the first place. */
  start?: "first" | "text";
  note?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  placeholder?: string | undefined;
  maxLength?: number;
  ref?: Ref<HTMLInputElement>;
};

type Choice = OfferedPlace | "name";

/** A field for a name, with the places that it may mean. */
export function PlaceField({
  value,
  onChange,
  onPick,
  isPicked,
  tripId,
  offersName = false,
  ...look
}: PlaceFieldProps) {
  const t = useTranslations("places");
  const found = useOfferedPlaces(value, { tripId, enabled: !isPicked, most: MOST });
  const none = useNoResultsText(found, { keepsName: true, hasMap: tripId !== null });
  const { places } = found;
  const options: readonly Choice[] = places.length > 0 && offersName ? [...places, "name"] : places;
  return (
    <Combobox
      {...look}
      {...(look.list === "float" ? {} : { icon: Search })}
      {...(isLink(value) && { start: "first" })}
      listLabel={t("list")}
      query={value}
      onQueryChange={onChange}
      options={options}
      optionKey={(choice) => (choice === "name" ? choice : choice.placeRef)}
      renderOption={(choice, isActive) => {
        const end = isActive ? <EnterKey /> : null;
        if (choice !== "name") return <PlaceOption place={choice} typed={value} end={end} />;
        return (
          <OptionLine icon={Globe} below={t("nameOnlyHint")} end={end}>
            {t("nameOnly", { name: value.trim() })}
          </OptionLine>
        );
      }}
      onPick={(choice) => {
        if (choice !== "name") onPick(choice);
      }}
      busy={found.isBusy}
      empty={none ?? undefined}
      foot={<PlaceCredit places={places} isPartial={found.isPartial && places.length > 0} />}
      enterKeyHint="done"
    />
  );
}

function EnterKey() {
  const t = useTranslations("places");
  return (
    <kbd className="shrink-0 rounded-xs bg-surface px-1.5 py-0.5 font-sans text-xs text-text-2 touch:hidden">
      {t("enter")}
    </kbd>
  );
}
