import { useLocation } from 'wouter';
import { Button } from '../../components/buttons/button.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../../components/frame/single-page.tsx';
import { PageLink } from '../../components/page-link.tsx';
import type { PictureName } from '../../components/pictures.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { customScreens } from '../parts.ts';
import { useFocusOnHeading, useTitle } from '../use-new-screen.ts';

/** The path of the page that resumes a draft on this device. */
export const resumePath = '/resume';

/** A page, usually with a picture, that is not a step of the application. Focuses the heading for each new `focusKey`. */
export function PicturePage({
  picture,
  title,
  documentTitle = title,
  focusKey,
  startLabel,
  resumes = false,
  children,
}: {
  readonly picture?: PictureName | undefined;
  readonly title: string;
  readonly documentTitle?: string | undefined;
  readonly focusKey: string;
  readonly startLabel?: string | undefined;
  /** Whether the main button resumes the draft on this device. The button that starts a new application is then secondary. */
  readonly resumes?: boolean | undefined;
  readonly children: Elements;
}) {
  const [, navigate] = useLocation();
  const Picture = customScreens.loaded()?.Picture;
  useTitle(documentTitle);
  useFocusOnHeading(focusKey);
  return (
    <SinglePage>
      {Picture && picture && <Picture name={picture} />}
      <PageHeading>{title}</PageHeading>
      {children}
      {startLabel &&
        (resumes ? (
          <p>
            <Button className="text-button" onPress={() => navigate('/start')} label={startLabel} />
          </p>
        ) : (
          <ActionBar label={startLabel} onPress={() => navigate('/start')} />
        ))}
      {resumes && (
        <div className="bottom-bar">
          <div className="bottom-bar-buttons">
            <PageLink className="button" href={resumePath}>
              {resumeCopy.offer}
            </PageLink>
          </div>
        </div>
      )}
    </SinglePage>
  );
}
