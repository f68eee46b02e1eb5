declare module 'virtual:words' {
  const words: typeof import('./words.ts').words;
  export default words;
}
