import type { Screen } from './screen.ts';

/** Which documents prove the business; on the way where the program requires one that was not added before (D54, D26). */
export const entityRequired = {
  key: 'entity-required',
  route: '/apply/entity-required',
  groups: [],
  passedBy: ({ documentCount, proofAddedLast, proofRequired }) =>
    !proofRequired || (documentCount > 0 && proofAddedLast !== true),
  satisfied: ({ documentCount, proofRequired, proofLater, proofUnderWay }) =>
    documentCount > 0 || !proofRequired || proofLater || proofUnderWay === true,
} as const satisfies Screen;
