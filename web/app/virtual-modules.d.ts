/** The text of `inline-script.ts` after `vite.config.ts` has bundled it. */
declare module 'virtual:inline-script' {
  const text: string;
  export default text;
}
