/** What an installation asks of services on the net; pages ask it for nothing else. */
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
