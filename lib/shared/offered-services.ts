/** The open services that an installation uses; pages offer nothing that needs another one. */
export interface OfferedServices {
  router: boolean;
  timetables: boolean;
  weather: boolean;
  placeFacts: boolean;
}

export const NOTHING_OFFERED: OfferedServices = {
  router: false,
  timetables: false,
  weather: false,
  placeFacts: false,
};
