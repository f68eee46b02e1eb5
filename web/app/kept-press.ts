/**
 * The press that comes before the page's script does: on a slow network the first screen stands there long before it
 * can act, and whoever swiped or tapped must not have to do so again.
 */
const mark = 'pressed';

/** A script that stands in the document itself, and keeps the first press of a button instead of leaving the page. */
export const keepPressScript = `addEventListener("submit",(e)=>{e.preventDefault();document.documentElement.dataset.${mark}=""},{once:true})`;

/** Whether a press was kept; it is acted on once. */
export function takeKeptPress(): boolean {
  const { dataset } = document.documentElement;
  const wasPressed = dataset[mark] !== undefined;
  delete dataset[mark];
  return wasPressed;
}
