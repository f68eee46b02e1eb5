import type { Screen } from './screen.ts';

/** Which papers prove the business; asked for while none was sent before (D10, D26, D29). */
export const entityRequired = {
  key: 'entity-required',
  route: '/apply/entity-required',
  title: 'Papers that prove your business',
  groups: [],
  asked: ({ documentCount, proofAddedLast }) => documentCount === 0 || proofAddedLast === true,
  satisfied: ({ documentCount, proofRequired, proofLater }) =>
    documentCount > 0 || !proofRequired || proofLater,
} as const satisfies Screen;
