export const outgoingPath = "/outgoing";
