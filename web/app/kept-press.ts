/**
 * Keeps a press that comes before the page's script: on a slow network the first screen is visible long before it can
 * react, and nobody should have to swipe or tap twice.
 */
const mark = 'pressed';

/** A script within the document that keeps the first press of a button, which would submit the form and leave the page. */
export const keepPressScript = `addEventListener("submit",(e)=>{e.preventDefault();document.documentElement.dataset.${mark}=""},{once:true})`;

/** Whether a press was kept; it is acted on once. */
export function takeKeptPress(): boolean {
  const { dataset } = document.documentElement;
  const wasPressed = dataset[mark] !== undefined;
  delete dataset[mark];
  return wasPressed;
}
