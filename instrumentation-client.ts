// Next runs this before any other code of the page.
import { tellPagePolicy } from "#lib/client/page-policy.ts";

tellPagePolicy();
