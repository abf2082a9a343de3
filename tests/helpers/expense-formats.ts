import { readExpenses } from "#lib/server/imports/expenses/read-expenses.ts";

export const utf8Bytes = (text: string) => new TextEncoder().encode(text);
/** Reads expenses from a file's text, for a trip in this currency. */
export const readExpenseFile = (text: string, currency = "EUR") => readExpenses(utf8Bytes(text), currency);
type Found = ReturnType<typeof readExpenses>;

/** Returns one readable line per row: the date, the title, who paid how much, and who owes how much. */
export function describeRows({ rows, people }: Found) {
  const list = (parts: Found["rows"][number]["shares"]) =>
    parts.map(({ person, amount }) => `${people[person]} ${amount}`).join(", ");
  return rows.map(
    ({ kind, date, title, amount, currency, payers, shares }) =>
      `${date} ${kind} ${title}: ${amount} ${currency}, by ${list(payers)}, for ${list(shares)}`,
  );
}

const SPLIIT = [
  '"Date","Description","Category","Currency","Cost","Original cost","Original currency","Conversion rate","Is Reimbursement","Split mode","Mia ","Ana","Leo"',
  '"2026-05-02","Ferry","Transportation","EUR","100.00",,,,"No","Evenly",33.33,-33.33,-33.33',
  '"2026-05-03","Lunch","Dining Out","EUR","30.00","25.00","GBP","1.2","No","Unevenly – By amount",-12,18,0',
  '"2026-05-04","Ana to Mia","Payment","EUR","12.00",,,,"Yes","Evenly",-12,0,',
];
const COSPEND = [
  "name,weight,active,color",
  '"Mia",1,1,"#102030"',
  '"Ana",2,1,"#405060"',
  "",
  "what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,repeatfreq,repeatallactive,repeatuntil,categoryid,paymentmode,paymentmodeid,comment,deleted",
  '"Boat",90,2026-05-02,1777680000,"Mia",1,1,"Mia,Ana",n,1,0,,12,c,1,"two hours",0',
  '"deleteMeIfYouWant",1,1970-01-01,666,"Ana",2,1,"Ana",n,1,0,,0,n,0,"",0',
  '"Old",5,2026-05-02,1777680000,"Ana",2,1,"Ana",n,1,0,,0,n,0,"",1',
  "",
  "categoryname,categoryid,icon,color",
  '"Transport",12,"x","#ffaa00"',
];
const HATEMONEY = [
  "date,what,bill_type,amount,currency,payer_name,payer_weight,owers",
  '2026-05-02,Dinner,Expense,60.0,EUR,Mia,1.0,"Mia, Ana"',
  "2026-05-03,back,Reimbursement,30.0,EUR,Ana,1.0,Mia",
  '2026-05-04,Museum,Expense,12.01,XXX,Ana,1.0,"Mia, Ana"',
];
const SETTLE_UP = [
  "Who paid,Amount,Currency,For whom,Split amounts,Purpose,Category,Date & time,Exchange rate,Converted amount,Type,Receipt",
  "Mia,60,EUR,Mia;Ana,20;40,Dinner,Food,2026-05-02 20:00:00,,,expense,",
  "Mia;Ana,10;20,EUR,Mia;Ana,15;15,Taxi,,2026-05-03 09:00:00,,,expense,",
  "Ana,40,EUR,Mia,40,,,2026-05-04 10:00:00,,,transfer,",
];
const TRICOUNT = [
  "Title,Amount,Currency,Exchange rate,Amount in default currency (EUR),Transaction type,Category,Paid by,Paid by Mia,Paid by Ana,Impacted to Mia,Impacted to Ana,Date & time",
  "Dinner,60.00,EUR,1,60.00,Normal expense,Food,Mia,60.00,0.00,-20.00,-40.00,2026-05-02 20:00",
  "Tea,10.00,GBP,1.2,12.00,Normal expense,,Ana,0.00,12.00,-6.00,-6.00,2026-05-03 10:00",
  "Back,40.00,EUR,1,40.00,Balance,,Ana,0.00,40.00,-40.00,0.00,2026-05-04 10:00",
  "tricount Lagos - Exported on 2026-05-09,,,,,,,,,,,,",
];
const SESTERCE = [
  "Date,Title,Paid by Mia,Paid by Ana,Paid by Leo,Paid for Mia,Paid for Ana,Paid for Leo,Currency,Category,Exchange rate",
  "20260502,Dinner,60.0,0.0,0.0,20.0,25.5,14.5,EUR,Food,1",
  "2026-05-03,Tea,4,6,0,5,5,0,GBP,,1.2",
  "2026/05/04,Back,0,40,0,40,0,0,EUR,Money Transfer,",
];
const SPLITWISE = [
  "Date,Description,Category,Cost,Currency,Mia,Ana,Leo",
  "",
  "2026-05-02,Dinner,Dining out,60.00,EUR,40.00,-20.00,-20.00",
  "2026-05-03,Ana paid Mia,Payment,20.00,EUR,-20.00,20.00,0.00",
  "2026-05-09,Total balance, , ,EUR,20.00,0.00,-20.00",
];
const SPLITPRO = [
  "Paid By,Name,Category,Amount,Split Type,Expense Date,Currency,You Lent,You Owe,Settlement",
  "You,Dinner,food,60.00,EQUAL,2026-05-02T10:00:00Z,EUR,30.00,,",
  "Ana,Taxi,taxi,10.00,EQUAL,2026-05-03T10:00:00Z,EUR,,5.00,",
];

/** Small example files of each expense-sharing program, in the format in which it exports a group. */
export const EXPENSE_FORMATS = {
  SPLITWISE,
  SPLITPRO,
  SPLIIT,
  COSPEND,
  HATEMONEY,
  SETTLE_UP,
  TRICOUNT,
  SESTERCE,
};
