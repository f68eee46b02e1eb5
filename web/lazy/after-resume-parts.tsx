import { SinglePage } from '../components/frame/single-page.tsx';
import type { Elements } from '../jsx/types.ts';
import { Waiting } from './after-loading.tsx';
import { useLater } from './lazy-part.ts';
import type { ResumeParts } from './resume-parts.ts';
import { resumeParts } from './resume-parts.ts';

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
