import { intlLocales } from "#app/_i18n/locales.ts";
import type { Destination } from "./base-map-renderer.ts";

/**
 * The zoom at which a town is shown when streets are drawn; at this zoom a card of the trip list shows some five
 * kilometres.
 */
export const STREETS_ZOOM = 11.5;
/** The zoom at which a town is shown without streets: no nearer, or no coast or border would be visible. */
const COAST_ZOOM = 9;
const COUNTRY_ZOOM = 5.5;

/** The codes of countries and territories below 3,000 km², which would be specks at the zoom of other countries. */
const SMALL_COUNTRIES = new Set(
  (
    "AD AG AI AS AW AX BB BH BL BM BQ CC CK CW CX DM FM FO GD GG GI GP GU HK IM JE KI KM KN KY LC LI LU MC MF MH MO " +
    "MP MQ MS MT MU MV NF NR NU PM PN PW RE SC SG SH SM ST SX TC TK TO TV VA VC VG VI WF YT"
  ).split(" "),
);

/** Returns the first zoom of a trip's map as long as no stop has a place, only the trip has a destination. */
export function destinationZoom(destination: Destination, hasStreets: boolean): number {
  if (isLargeCountry(destination)) return COUNTRY_ZOOM;
  return hasStreets ? STREETS_ZOOM : COAST_ZOOM;
}

/**
 * Whether the destination is a country that is not small. A destination has no type, so its name is compared with the
 * names of the country of its code.
 */
function isLargeCountry({ name, countryCode }: Destination): boolean {
  if (!countryCode || SMALL_COUNTRIES.has(countryCode)) return false;
  return Object.values(intlLocales).some((locale) => {
    return new Intl.DisplayNames(locale, { type: "region", fallback: "none" }).of(countryCode) === name;
  });
}
