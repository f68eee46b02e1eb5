/** Lays styles that came with a script over those of the document; the document's policy lets only scripts do so. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
