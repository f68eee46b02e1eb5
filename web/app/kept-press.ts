/**
 * Remembers a press that comes before the page's script has loaded: on a slow network the first screen is visible long
 * before it can react, and nobody should have to swipe or tap twice.
 */
const mark = 'pressed';

/**
 * An inline script that remembers the first press of a button instead of letting it submit the form and leave the page.
 */
export const keepPressScript = `addEventListener("submit",(e)=>{e.preventDefault();document.documentElement.dataset.${mark}=""},{once:true})`;

/** True if a press was remembered; true only once. */
export function takeKeptPress(): boolean {
  const { dataset } = document.documentElement;
  const wasPressed = dataset[mark] !== undefined;
  delete dataset[mark];
  return wasPressed;
}
