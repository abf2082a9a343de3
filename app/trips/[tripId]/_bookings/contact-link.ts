const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s().\-/]+$/;
const FEWEST_DIGITS = 5;

interface ContactLink {
  kind: "call" | "mail";
  href: string;
}

/** How to reach somebody at once, where the text is a telephone number or a mail address and nothing else. */
export function contactLink(contact: string): ContactLink | null {
  const text = contact.trim();
  if (MAIL.test(text)) return { kind: "mail", href: `mailto:${text}` };
  const number = text.replaceAll(/[^\d+]/g, "");
  if (!PHONE.test(text) || number.replace("+", "").length < FEWEST_DIGITS) return null;
  return { kind: "call", href: `tel:${number}` };
}
