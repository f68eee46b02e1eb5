/** The text of `inline-script.ts`, bundled by `vite.config.ts`. */
declare module 'virtual:inline-script' {
  const text: string;
  export default text;
}
