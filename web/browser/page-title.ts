/** Sets the title of the document, with a prefix while the screen shows an error. */

let title = '';
let prefix = '';
let errorsShown = 0;

function show(): void {
  document.title = errorsShown > 0 ? prefix + title : title;
}

export function setTitle(text: string): void {
  title = text;
  show();
}

/** Puts a prefix such as “Error: ” before the title until the returned function is called. */
export function markTitle(errorPrefix: string): () => void {
  prefix = errorPrefix;
  errorsShown += 1;
  show();
  return () => {
    errorsShown -= 1;
    show();
  };
}
