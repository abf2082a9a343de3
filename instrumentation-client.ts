// Next runs this before any other code of the page.
import { applyPagePolicy } from "#lib/client/base/page-policy.ts";

applyPagePolicy();
