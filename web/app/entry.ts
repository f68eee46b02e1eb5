/** Returns true for an entry route: /start, /start/{key} and /{entity} (spec section 2). */
export function isEntry(path: string): boolean {
  return /^\/(start(\/.*)?|(?!(?:apply|error|resume|status|api|assets|health|docs|metrics)$)[a-z0-9-]{3,40})?$/i.test(
    path,
  );
}

/** Returns true if the address shows the intro at once, so that the prerendered intro can stay. */
export function showsIntro(path: string): boolean {
  return path === '/apply' || isEntry(path);
}
