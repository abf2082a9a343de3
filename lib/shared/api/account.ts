import { AccountDeletion, AccountExport } from "../account.ts";
import { endpoint } from "./endpoint.ts";

export const accountApi = {
  export: endpoint({
    id: "account.export",
    method: "GET",
    path: "/api/users/me/export",
    access: "user",
    summary: "Everything about the caller, and the trips they are or were in, as one JSON file to download.",
    response: AccountExport,
    status: 200,
  }),
  delete: endpoint({
    id: "account.delete",
    method: "DELETE",
    path: "/api/users/me",
    access: "user",
    guests: true,
    summary:
      "Delete the caller's account for good. Trips with others pass to the longest-standing editor, else viewer; trips of their own go.",
    body: AccountDeletion,
    status: 204,
  }),
};
