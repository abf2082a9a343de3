/*
 * A made-up list resource: gifts, which the members of a trip want to bring home. trial-resource.ts adds it to a copy
 * of this repository to count what a list resource costs.
 */

/** A text that occurs once in a file, and the text that replaces it. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

const RESOURCE = `import type * as z from "zod";
import { label } from "../fields.ts";
import { listSchema } from "./list-schema.ts";

/** Presents that a group wants to bring home. */
export const gifts = listSchema("gift", {
  id: "Gift",
  required: { title: label(200) },
  optional: { forWhom: label(120) },
});

export type GiftDto = z.infer<typeof gifts.Row>;
`;

const TABLE = `import { text } from "drizzle-orm/pg-core";
import { listTable } from "./list-table.ts";

/** Presents that the members of a trip want to bring home. */
export const gifts = listTable("gifts", {
  title: text("title").notNull(),
  forWhom: text("for_whom"),
});
`;

function routeFile(part: "list" | "row" | "move" | "restore"): string {
  return `import { listRoutes } from "#lib/server/lists/list-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes("gift").${part};
`;
}

/** The files that the resource adds, by path. */
export const NEW_FILES: Readonly<Record<string, string>> = {
  "lib/shared/resources/gift.ts": RESOURCE,
  "db/schema/gifts.ts": TABLE,
  "app/api/trips/[tripId]/gifts/route.ts": routeFile("list"),
  "app/api/trips/[tripId]/gifts/[giftId]/route.ts": routeFile("row"),
  "app/api/trips/[tripId]/gifts/[giftId]/move/route.ts": routeFile("move"),
  "app/api/trips/[tripId]/gifts/[giftId]/restore/route.ts": routeFile("restore"),
};

const DESCRIPTION: Edit[] = [
  {
    file: "lib/shared/resources/list-resources.ts",
    find: `detail: "url" },\n`,
    replace: `detail: "url" },
  gift: { kind: "gift", list: "gifts", max: 200, fields: ["title", "forWhom"], detail: "forWhom" },\n`,
  },
];

const SCHEMAS: Edit[] = [
  {
    find: `import { links } from "./link.ts";\n`,
    replace: `import { gifts } from "./gift.ts";\nimport { links } from "./link.ts";\n`,
  },
  { find: `{ link: typeof links };`, replace: `{ link: typeof links; gift: typeof gifts };` },
  { find: `[...rowEvents(links)]`, replace: `[...rowEvents(links), ...rowEvents(gifts)]` },
  { find: `{ links: rows(links.Row) }`, replace: `{ links: rows(links.Row), gifts: rows(gifts.Row) }` },
  {
    find: `export const fileShapes = { links: z.array(links.FileRow).max(LIST_RESOURCES.link.max).default([]) };`,
    replace: `export const fileShapes = {
  links: z.array(links.FileRow).max(LIST_RESOURCES.link.max).default([]),
  gifts: z.array(gifts.FileRow).max(LIST_RESOURCES.gift.max).default([]),
};`,
  },
].map(({ find, replace }) => ({ file: "lib/shared/resources/list-schemas.ts", find, replace }));

const ENDPOINTS: Edit[] = [
  {
    find: `import { links } from "../resources/link.ts";\n`,
    replace: `import { gifts } from "../resources/gift.ts";\nimport { links } from "../resources/link.ts";\n`,
  },
  {
    find: `export const listsApi = { links: { ...endpointsOfList(links), ...endpointsOfRow(links) } };`,
    replace: `export const listsApi = {
  links: { ...endpointsOfList(links), ...endpointsOfRow(links) },
  gifts: { ...endpointsOfList(gifts), ...endpointsOfRow(gifts) },
};`,
  },
].map(({ find, replace }) => ({ file: "lib/shared/api/lists.ts", find, replace }));

const QUERIES: Edit[] = [
  {
    find: `import { links } from "#db/schema/links.ts";\n`,
    replace: `import { gifts } from "#db/schema/gifts.ts";\nimport { links } from "#db/schema/links.ts";\n`,
  },
  { find: `{ link: links }`, replace: `{ link: links, gift: gifts }` },
].map(({ find, replace }) => ({ file: "db/queries/list-rows.ts", find, replace }));

const SAMPLES: Edit[] = [
  {
    file: "db/content/list-rows.ts",
    find: `      url: "https://www.jma.go.jp/jma/indexe.html",
      notes: null,
    },
  ],
`,
    replace: `      url: "https://www.jma.go.jp/jma/indexe.html",
      notes: null,
    },
  ],
  gift: [{ title: { en: "Tea", zh: "茶叶" }, forWhom: { en: "Grandma", zh: "奶奶" } }],
`,
  },
  {
    file: "db/content/list-rows.ts",
    find: `      url: "https://www.cp.pt/passageiros/en",
      notes: null,
    },
  ],
`,
    replace: `      url: "https://www.cp.pt/passageiros/en",
      notes: null,
    },
  ],
  gift: [{ title: { en: "Tiles", zh: "瓷砖" }, forWhom: null }],
`,
  },
  {
    file: "tests/factories/list-rows.ts",
    find: `url: "https://tickets.example/all", notes: null },
  },
`,
    replace: `url: "https://tickets.example/all", notes: null },
  },
  gift: {
    create: { title: "Matcha bowl", forWhom: "Grandma" },
    update: { title: "Two matcha bowls", forWhom: null },
  },
`,
  },
];

const WORDS: Edit[] = [
  {
    file: "app/_i18n/messages/en/list-resources.json",
    find: `{# link} other {# links}}"\n  }\n`,
    replace: `{# link} other {# links}}"
  },
  "gift": {
    "name": "Gift",
    "the": "the gift",
    "one": "a gift",
    "count": "{count, plural, one {# gift} other {# gifts}}"
  }
`,
  },
  {
    file: "app/_i18n/messages/zh/list-resources.json",
    find: `"{count} 个链接"\n  }\n`,
    replace: `"{count} 个链接"
  },
  "gift": {
    "name": "礼物",
    "the": "礼物",
    "one": "一件礼物",
    "count": "{count} 件礼物"
  }
`,
  },
];

/** The changes of files that exist. */
export const EDITS: readonly Edit[] = [
  ...DESCRIPTION,
  ...SCHEMAS,
  ...ENDPOINTS,
  ...QUERIES,
  ...SAMPLES,
  ...WORDS,
];
