/** Finds the screens and sections of the flow. */
import type { ApplicationState } from '../fields/application-state.ts';
import type { RecordName } from '../fields/form.ts';
import type { Screen } from '../screens/screen.ts';
import { flow } from '../screens/screens.ts';

type FlowSection = (typeof flow)[number];

export type FlowSectionKey = FlowSection['key'];

export type ScreenKey = FlowSection['screens'][number]['key'];

const places = flow.flatMap((section) =>
  section.screens.map((screen: Screen) => ({ screen, section: section.key })),
);

export const screens: readonly Screen[] = places.map(({ screen }) => screen);

function placeOf(key: ScreenKey) {
  const place = places.find(({ screen }) => screen.key === key);
  if (!place) throw new Error(`No screen is called ${key}`);
  return place;
}

/** Returns the screen with this key. */
export function screenOf(key: ScreenKey): Screen {
  return placeOf(key).screen;
}

/** Returns the section to which a screen belongs. */
export function sectionOf(key: ScreenKey): FlowSectionKey {
  return placeOf(key).section;
}

/** Returns whether a screen is one of the first screens, which load as little as possible (P1). */
export function isEarly(key: ScreenKey): boolean {
  return sectionOf(key) === 'start' || key === 'business';
}

/** Returns whether the answer No to a question prevents the person from applying (spec section 4). */
export function endsWithNo(record: RecordName, key: string, state: ApplicationState): boolean {
  if (record !== 'questions' && record !== 'disclosures') return false;
  const answered = { ...state, [record]: { ...state[record], [key]: false } };
  return screens.some(
    ({ groups, stops }) =>
      groups.some((group) => group.record === record && group.fields.some((field) => field === key)) &&
      stops?.(answered) === true,
  );
}

/** A section that the progress display shows: any section except the start. */
export type CountedSectionKey = Exclude<FlowSectionKey, 'start'>;

/** The sections that the progress display shows, in order (design brief, section 5). */
export const countedSections: readonly CountedSectionKey[] = flow.flatMap(({ key }) =>
  key === 'start' ? [] : [key],
);
