/** The credit that a service requires, and the licence of its data. */
export interface Credit {
  name: string;
  href: string;
  /** The licence; absent: only the source has to be named. */
  licence?: { name: string; href: string };
  /** false: the link is shown because the service's owners want it, but the service has no data of the linked site. */
  isData?: false;
}

const ODBL = { name: "ODbL 1.0", href: "https://opendatacommons.org/licenses/odbl/1-0/" };
export const CC_BY_4 = { name: "CC BY 4.0", href: "https://creativecommons.org/licenses/by/4.0/" };
export const CC_BY_SA_4 = { name: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0/" };
export const OPENSTREETMAP = {
  name: "© OpenStreetMap contributors",
  href: "https://www.openstreetmap.org/copyright",
  licence: ODBL,
};
export const EUROPEAN_CENTRAL_BANK = {
  name: "European Central Bank",
  href: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
};
