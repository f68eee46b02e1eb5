/** Made by `vite.config.ts`: the text of `app/before-page.ts`, bundled. */
declare module 'virtual:inline-script' {
  const text: string;
  export default text;
}
