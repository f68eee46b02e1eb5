/** What is said when a section is complete and the next one begins (design brief, section 5). */
import type { FlowSectionKey, ScreenKey } from './flow.ts';
import { sectionOf } from './flow.ts';
import type { SectionKey } from './situation.ts';

const whatIsDone: Readonly<Record<SectionKey, string>> = {
  business: 'Business',
  applicant: 'Your details',
  owner: 'Owners',
  authorizedUser: 'Card users',
};

const whatIsNext: Readonly<Record<FlowSectionKey, string>> = {
  start: 'the start',
  business: 'your business',
  applicant: 'about you',
  owner: 'owners',
  authorizedUser: 'card users',
  review: 'review and sign',
};

/** "Business done. Next: about you."; `next` is the screen that follows, of whichever section that is asked (D17). */
export function sectionDoneText(done: SectionKey, next: ScreenKey): string {
  return `${whatIsDone[done]} done. Next: ${whatIsNext[sectionOf(next)]}.`;
}
