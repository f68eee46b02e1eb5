import { SinglePage } from '../components/frame/single-page.tsx';
import type { Elements } from '../jsx/types.ts';
import { useLater } from '../later.ts';
import { Waiting } from '../screens/own-screen-loading.tsx';
import type { ResumeParts } from './resume-later.ts';
import { resumeParts } from './resume-later.ts';

/** Draws what only who was interrupted needs, once it is loaded. */
export function AfterResumeParts({ draw }: { readonly draw: (parts: ResumeParts) => Elements }) {
  const { value, ...waiting } = useLater(resumeParts);
  if (value) return draw(value);
  return (
    <SinglePage>
      <Waiting {...waiting} />
    </SinglePage>
  );
}
