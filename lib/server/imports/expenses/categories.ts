import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";

/** The English names of categories in Splitwise and SplitPro, without spaces and punctuation. */
const WORDS: Readonly<Record<ExpenseCategory, string>> = {
  food: "diningout food foodanddrink foodanddrinkother liquor",
  groceries: "groceries",
  lodging: "hotel rent mortgage lodging",
  flights: "plane flights",
  transport:
    "taxi bustrain bus train car gasfuel fuel parking bicycle transportation transportationother transport travel",
  sights: "museum sights",
  activities: "movies games music sports entertainment entertainmentother",
  shopping: "clothing electronics furniture householdsupplies gifts homeother",
  communication: "tvphoneinternet phone internet",
  fees: "insurance taxes services medicalexpenses education",
  other: "general other",
};

const CATEGORIES: ReadonlyMap<string, ExpenseCategory> = new Map(
  Object.entries(WORDS).flatMap(([category, words]) =>
    // Object.entries types the keys as strings, but they are the categories.
    words.split(" ").map((word) => [word, category as ExpenseCategory] as const),
  ),
);

export function categoryOf(words: string): ExpenseCategory {
  return CATEGORIES.get(words.toLowerCase().replaceAll(/[^a-z]/g, "")) ?? "other";
}

/** The name of the category for settlements in Splitwise, in each language of Splitwise. */
const PAYMENT = new Set(
  "payment zahlung paiement pago pagamento pagamentos betaling betalning płatność platba maksu pembayaran ödeme 支払い 支払 付款 还款 還款 支付"
    .split(" ")
    .map((word) => word.normalize("NFC")),
);

export function isPayment(category: string): boolean {
  return PAYMENT.has(category.trim().toLowerCase().normalize("NFC"));
}
