const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s().\-/]+$/;
const FEWEST_DIGITS = 5;

interface ContactLink {
  kind: "call" | "mail";
  href: string;
}

/**
 * Returns a link that calls or writes to the contact; null unless the text is a telephone number or an e-mail address
 * only.
 */
export function contactLink(contact: string): ContactLink | null {
  const text = contact.trim();
  if (MAIL.test(text)) return { kind: "mail", href: `mailto:${text}` };
  const number = text.replaceAll(/[^\d+]/g, "");
  if (!PHONE.test(text) || number.replace("+", "").length < FEWEST_DIGITS) return null;
  return { kind: "call", href: `tel:${number}` };
}
