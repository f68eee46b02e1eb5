/** Made by `vite.config.ts`: the text of `inline-script.ts`, bundled. */
declare module 'virtual:inline-script' {
  const text: string;
  export default text;
}
