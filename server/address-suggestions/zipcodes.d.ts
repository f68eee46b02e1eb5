/** The parts of the package `zipcodes` that are used. The package has no types. */
declare module 'zipcodes' {
  interface ZipCode {
    readonly zip: string;
    readonly city: string;
    /** Two letters in the US and its territories; the full name of a province in Canada. */
    readonly state: string;
  }
  const zipcodes: {
    readonly codes: Readonly<Record<string, ZipCode>>;
    /** Returns whole miles between two ZIPs; null if one is unknown, NaN if both are at the same point. */
    readonly distance: (from: string, to: string) => number | null;
  };
  export default zipcodes;
}
