/** In development: what the document says besides code, which the server writes: boot data, texts, the program's colours, the title. */
const written = ['#boot', '#share-information', '#affiliates', 'style', 'title'];

/**
 * Fetches the document again and replaces what the server has written differently since. True if there was anything: then
 * the page must be drawn again.
 */
export async function updateDocument(): Promise<boolean> {
  const response = await fetch(location.href);
  if (!response.ok) return false;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  let isChanged = false;
  for (const selector of written) {
    const [now, next] = [document.querySelector(selector), fresh.querySelector(selector)];
    if (!now || !next || now.innerHTML === next.innerHTML) continue;
    now.innerHTML = next.innerHTML;
    isChanged = true;
  }
  return isChanged;
}
