/**
 * Where something that the server refused is mended, by its path on the wire: `applicationData.taxId`,
 * `personnel.{id}.ssn`, `disclosures.authority`, `consents.terms`.
 */
import { recordOfPerson } from './completeness.ts';
import type { ScreenKey } from './flow.ts';
import { screens } from './flow.ts';
import type { RecordName } from './form.ts';
import type { Place } from './places.ts';
import { groupAt, personAt, samePlace, urlOf } from './places.ts';
import { reviewOf } from './review.ts';
import type { Save } from './saves.ts';
import { review } from './screens/review.ts';
import type { Situation } from './situation.ts';
import { lastPlaceOf, placesOf } from './walk.ts';

/** The field that asks for what a path names: the guarantee is a question of its own (D16). */
export function fieldAsked(path: string): string {
  const key = path.split('.').at(-1) ?? path;
  return key === 'guarantorId' ? 'guarantor' : key;
}

/** The record that a path's field is asked in, and of whom; undefined for what is no answer. */
function recordAsked(
  path: string,
  { personnel }: Situation,
): { readonly record: RecordName; readonly personId?: string | undefined } | undefined {
  const [part, id] = path.split('.');
  if (part === 'applicationData')
    return { record: fieldAsked(path) === 'guarantor' ? 'questions' : 'application' };
  if (part === 'disclosures') return { record: 'disclosures' };
  if (part !== 'personnel') return undefined;
  if (id === 'applicant') return { record: 'applicant' };
  const person = personnel.find((one) => one.id === id);
  return person && { record: recordOfPerson[person.personnelType], personId: person.id };
}

/** The place on the way that asks for what a path names; undefined where none does. */
export function whereAsked(path: string, situation: Situation): Place | undefined {
  const field = fieldAsked(path);
  if (field === 'noOtherOwners') return lastPlaceOf('owner', situation);
  const asked = recordAsked(path, situation);
  return placesOf(situation).find((place) => {
    const group = groupAt(place);
    if (!asked || group?.record !== asked.record) return false;
    if (asked.personId !== undefined && personAt(place, situation)?.id !== asked.personId) return false;
    return (group.fields as readonly string[]).includes(field);
  });
}

/** True for a path of what was sent just now, which is mended where it was typed. */
function wasSent(path: string, { applicationData = {}, disclosures = {} }: Save): boolean {
  const [part, key = ''] = path.split('.');
  return (
    (part === 'applicationData' && key in applicationData) || (part === 'disclosures' && key in disclosures)
  );
}

/**
 * The first place that lacks something, with all that it lacks, where a section was confirmed too early (D11);
 * undefined where the refusal is about what was sent itself, or about nothing that is asked on the way.
 */
export function lackingElsewhere<P extends { readonly field: string }>(
  refused: readonly P[],
  sent: Save,
  situation: Situation,
): { readonly place: Place; readonly problems: readonly P[] } | undefined {
  if (refused.some(({ field }) => wasSent(field, sent))) return undefined;
  const asked = refused.flatMap((problem) => {
    const place = whereAsked(problem.field, situation);
    return place ? [{ place, problem }] : [];
  });
  const [first] = asked;
  if (!first) return undefined;
  const there = asked.filter(({ place }) => samePlace(place, first.place));
  return { place: first.place, problems: there.map(({ problem }) => problem) };
}

/** Where a complete application is mended: at the answer's row of the review, else on its screen, else on the review. */
export function whereToMend(path: string, situation: Situation): string {
  const [part, key = ''] = path.split('.');
  const asked = recordAsked(path, situation);
  const row = reviewOf(situation)
    .flatMap(({ rows }) => rows)
    .find(
      ({ asks }) =>
        asked &&
        asks?.record === asked.record &&
        asks.keys.includes(fieldAsked(path)) &&
        asks.person?.id === asked.personId,
    );
  if (row) return row.changeUrl;
  const agreement = part === 'consents' && screens.find((screen) => screen.agreement === key);
  const place = agreement ? { screen: agreement.key as ScreenKey, part: 1 } : whereAsked(path, situation);
  return place ? urlOf(place) : review.route;
}
