import type { Screen } from './screen.ts';

/** Intro: what is needed, and the swipe that begins. */
export const start = { key: 'start', route: '/apply', groups: [] } as const satisfies Screen;
