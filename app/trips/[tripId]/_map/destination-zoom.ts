import { intlLocales } from "#app/_i18n/locales.ts";
import type { Destination } from "./map-scene.ts";

/** How near a town is shown whose streets are drawn: some five kilometres across on a card. */
export const STREETS_ZOOM = 11.5;
/** Without streets: as near as there is a coast or a border to see. */
const COAST_ZOOM = 9;
const COUNTRY_ZOOM = 5.5;

/** Countries and territories below 3,000 km²: as far out as others are shown, they would be specks. */
const SMALL_COUNTRIES = new Set(
  (
    "AD AG AI AS AW AX BB BH BL BM BQ CC CK CW CX DM FM FO GD GG GI GP GU HK IM JE KI KM KN KY LC LI LU MC MF MH MO " +
    "MP MQ MS MT MU MV NF NR NU PM PN PW RE SC SG SH SM ST SX TC TK TO TV VA VC VG VI WF YT"
  ).split(" "),
);

/** How near the map of a trip begins that has no place yet but where it goes. */
export function destinationZoom(destination: Destination, hasStreets: boolean): number {
  if (isLargeCountry(destination)) return COUNTRY_ZOOM;
  return hasStreets ? STREETS_ZOOM : COAST_ZOOM;
}

/** A destination does not say what kind of place it is, but a country is called as its code is. */
function isLargeCountry({ name, countryCode }: Destination): boolean {
  if (!countryCode || SMALL_COUNTRIES.has(countryCode)) return false;
  return Object.values(intlLocales).some((locale) => {
    return new Intl.DisplayNames(locale, { type: "region", fallback: "none" }).of(countryCode) === name;
  });
}
