export const accountPath = "/account";
