/* Currencies that no longer exist, each with its successor and the number of its units for one unit of the
   successor. The numbers for the euro are the conversion rates that the Council of the European Union has fixed
   irrevocably; the others are redenominations by the states. */

const EURO =
  "ATS:13.7603 BEF:40.3399 BGN:1.95583 CYP:0.585274 DEM:1.95583 EEK:15.6466 ESP:166.386 FIM:5.94573 FRF:6.55957 " +
  "GRD:340.75 HRK:7.5345 IEP:0.787564 ITL:1936.27 LTL:3.4528 LUF:40.3399 LVL:0.702804 MTL:0.4293 NLG:2.20371 " +
  "PTE:200.482 SIT:239.64 SKK:30.126";

const OTHERS =
  "AFA>AFN:1000 ANG>XCG:1 AZM>AZN:5000 BGL>BGN:1000 BYR>BYN:10000 CSD>RSD:1 CUC>CUP:0.0416666666666667 GHC>GHS:10000 " +
  "GWP>XOF:65 MGF>MGA:5 MRO>MRU:10 MXP>MXN:1000 MZM>MZN:1000 PLZ>PLN:10000 ROL>RON:10000 RUR>RUB:1000 SDD>SDG:100 " +
  "SLL>SLE:1000 SRG>SRD:1000 STD>STN:1000 TMM>TMT:5000 TRL>TRY:1000000 VEF>VES:100000 ZMK>ZMW:1000 ZWL>ZWG:2498.7242";

export interface EndedCurrency {
  successor: string;
  /** Units of the former currency for one unit of its successor, as a decimal. */
  rate: string;
}

const ENDED = new Map<string, EndedCurrency>([
  ...EURO.split(" ").map((each) => {
    const [code = "", rate = ""] = each.split(":");
    return [code, { successor: "EUR", rate }] as const;
  }),
  ...OTHERS.split(" ").map((each) => {
    const [codes = "", rate = ""] = each.split(":");
    const [code = "", successor = ""] = codes.split(">");
    return [code, { successor, rate }] as const;
  }),
]);

/** Returns the successor of a currency that no longer exists, with the official rate; undefined for any other code. */
export function endedCurrency(code: string): EndedCurrency | undefined {
  return ENDED.get(code);
}

/** Converts an amount of a former currency into its successor; digits beyond the precision of `exact` are cut. */
export function convertToSuccessor(exact: bigint, { rate }: EndedCurrency): bigint {
  const [whole = "", fraction = ""] = rate.split(".");
  return (exact * 10n ** BigInt(fraction.length)) / BigInt(whole + fraction);
}
