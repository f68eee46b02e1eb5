/** What is used of the package `zipcodes`, which declares nothing itself. */
declare module 'zipcodes' {
  interface ZipCode {
    readonly zip: string;
    readonly city: string;
    /** Two letters in the US and its territories; a province's full name in Canada. */
    readonly state: string;
  }
  const zipcodes: {
    readonly codes: Readonly<Record<string, ZipCode>>;
    /** Whole miles between two ZIPs; null where one is unknown, NaN where both are one point. */
    readonly distance: (from: string, to: string) => number | null;
  };
  export default zipcodes;
}
