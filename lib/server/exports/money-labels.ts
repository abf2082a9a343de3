import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import type { Locale } from "../auth/locale.ts";

/** The texts in the table of expenses beside the trip's own texts. */
export interface MoneyWords {
  /** The word for expenses in the exported file's name. */
  expenses: string;
  columns: Record<MoneyColumn, string>;
  rows: { expense: string; settlement: string; currencyChange: string };
  /** The header of a member's share, or received amount, in the trip's currency. */
  shareOf: (name: string, currency: string) => string;
  amountIn: (currency: string) => string;
  private: string;
  categories: Record<ExpenseCategory, string>;
  listed: string;
}

export type MoneyColumn =
  | "date"
  | "what"
  | "title"
  | "category"
  | "amount"
  | "currency"
  | "rate"
  | "payers"
  | "note"
  | "private";

export const MONEY_LABELS: Record<Locale, MoneyWords> = {
  en: {
    expenses: "Expenses",
    columns: {
      date: "Date",
      what: "What",
      title: "Title",
      category: "Category",
      amount: "Amount",
      currency: "Currency",
      rate: "Rate",
      payers: "Paid by",
      note: "Notes",
      private: "Private",
    },
    rows: { expense: "Expense", settlement: "Settlement", currencyChange: "Change of currency" },
    shareOf: (name, currency) => `${name} (${currency})`,
    amountIn: (currency) => `Amount in ${currency}`,
    private: "yes",
    categories: {
      food: "Food",
      groceries: "Groceries",
      lodging: "Lodging",
      flights: "Flights",
      transport: "Transport",
      sights: "Sights",
      activities: "Activities",
      shopping: "Shopping",
      communication: "Communication",
      fees: "Fees",
      other: "Other",
    },
    listed: "; ",
  },
  zh: {
    expenses: "支出",
    columns: {
      date: "日期",
      what: "类型",
      title: "名称",
      category: "类别",
      amount: "金额",
      currency: "货币",
      rate: "汇率",
      payers: "付款人",
      note: "备注",
      private: "私密",
    },
    rows: { expense: "支出", settlement: "结算", currencyChange: "更换货币" },
    shareOf: (name, currency) => `${name}（${currency}）`,
    amountIn: (currency) => `折合 ${currency}`,
    private: "是",
    categories: {
      food: "餐饮",
      groceries: "食品杂货",
      lodging: "住宿",
      flights: "机票",
      transport: "交通",
      sights: "景点",
      activities: "活动",
      shopping: "购物",
      communication: "通讯",
      fees: "手续费",
      other: "其他",
    },
    listed: "；",
  },
};
