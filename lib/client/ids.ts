import { v7 as uuidv7 } from "uuid";

/** An id for something this client creates: known before the service answers, so the view can refer to it at once. */
export function newId(): string {
  return uuidv7();
}
