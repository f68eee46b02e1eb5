const written = ['#boot', '#shareInformation', '#affiliates', 'style', 'title'];

/** In development, fetches the document again and updates its changed parts. Resolves to true if something changed. */
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
