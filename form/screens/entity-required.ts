import type { Screen } from './screen.ts';

/** Which documents prove the business; shown while none was added before (D10, D26, D29). */
export const entityRequired = {
  key: 'entity-required',
  route: '/apply/entity-required',
  groups: [],
  when: ({ documentCount, proofAddedLast }) => documentCount === 0 || proofAddedLast === true,
  satisfied: ({ documentCount, proofRequired, proofLater, proofUnderWay }) =>
    documentCount > 0 || !proofRequired || proofLater || proofUnderWay === true,
} as const satisfies Screen;
