import { expect } from "@playwright/test";

export const DATA = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};
export const FILE = {
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
};
export const PAGE = {
  ...FILE,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "content-security-policy": expect.stringMatching(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/),
};
