import type { Screen } from './screen.ts';

/** Which papers prove the business; shown while none was sent (D10, D26, D29). */
export const entityRequired = {
  key: 'entity-required',
  route: '/apply/entity-required',
  title: 'Papers that prove your business',
  groups: [],
  asked: ({ documentCount }) => documentCount === 0,
  satisfied: ({ documentCount, proofRequired, proofLater }) =>
    documentCount > 0 || !proofRequired || proofLater,
} as const satisfies Screen;
