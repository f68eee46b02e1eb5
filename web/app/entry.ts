/** Returns true if the path is an entry route: /, /start, /start/{key} or /{entity} (spec section 2). */
export function isEntry(path: string): boolean {
  return /^\/(start(\/.*)?|(?!(?:apply|error|resume|status|api|assets|health|docs|metrics)$)[a-z0-9-]{3,40})?$/i.test(
    path,
  );
}

/** Returns true if the path shows the intro, so the prerendered intro can stay on the screen. */
export function showsIntro(path: string): boolean {
  return path === '/apply' || isEntry(path);
}
