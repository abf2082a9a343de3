// Next runs this before any other code of the page.
import { tellPagePolicy } from "#lib/client/base/page-policy.ts";

tellPagePolicy();
