import type { PlaceFacts } from "#lib/shared/place-about.ts";
import { isWebUrl } from "#lib/shared/web-url.ts";

/** The tags of an object in OpenStreetMap. */
export type Tags = Readonly<Record<string, string>>;

const LONGEST = 200;
const MOST_CUISINES = 5;

/** Returns the facts in an object's tags, except its opening hours; invalid values are left out. */
export function factsIn(tags: Tags): Omit<PlaceFacts, "hours"> {
  return {
    website: websiteIn(tags),
    phone: phoneIn(tags),
    cuisine: (tags["cuisine"] ?? "")
      .split(";")
      .map((word) => word.trim().replaceAll("_", " ").slice(0, LONGEST))
      .filter((word) => word !== "")
      .slice(0, MOST_CUISINES),
    wheelchair: wheelchairIn(tags),
    fee: feeIn(tags),
  };
}

function websiteIn(tags: Tags): string | null {
  const said = tags["website"] ?? tags["contact:website"] ?? tags["url"];
  if (said === undefined) return null;
  const address = /^https?:\/\//i.test(said) ? said : `https://${said}`;
  return isWebUrl(address) ? address : null;
}

/** Returns the first telephone number of a tag, which may contain several with semicolons between them. */
function phoneIn(tags: Tags): string | null {
  const said = (tags["phone"] ?? tags["contact:phone"] ?? "").split(";")[0]?.trim() ?? "";
  return /^\+?[\d\s()./-]{4,30}$/.test(said) ? said : null;
}

function wheelchairIn(tags: Tags): PlaceFacts["wheelchair"] {
  const said = tags["wheelchair"];
  if (said === "designated") return "yes";
  return said === "yes" || said === "limited" || said === "no" ? said : null;
}

function feeIn(tags: Tags): PlaceFacts["fee"] {
  const charge = tags["charge"]?.slice(0, LONGEST);
  if (charge) return charge;
  const said = tags["fee"];
  return said === "yes" || said === "no" ? said : null;
}
