// Next runs this before any other code of the page.
import { tellPagePolicy } from "#lib/client/page-policy.ts";

tellPagePolicy();

// The first formatter of a page takes a phone longer than a frame: by itself, not within the drawing of what needs it.
setTimeout(() => Intl.DateTimeFormat("en-GB", { timeZone: "UTC" }).format(0));
