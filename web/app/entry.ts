/** The entry routes: /start, /start/{key}, and /{entity} (spec section 2). */
export function isEntry(path: string): boolean {
  return /^\/(start(\/.*)?|(?!apply$|error$)[a-z0-9-]{3,40})?$/i.test(path);
}

/** True where the address shows the intro from the first moment on, so that the prerendered one can be kept. */
export function showsIntro(path: string): boolean {
  return path === '/apply' || isEntry(path);
}
