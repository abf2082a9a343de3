import type { MetadataRoute } from "next";

/** Search engines may read only public pages; the URL of an invite is a key. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/api/", "/trips", "/invite/", "/account", "/two-factor", "/mobile-sign-in"],
    },
  };
}
