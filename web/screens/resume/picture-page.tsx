import { useLocation } from 'wouter';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../../components/frame/single-page.tsx';
import type { PictureName } from '../../components/pictures.tsx';
import type { Elements } from '../../jsx/types.ts';
import { customScreens } from '../parts.ts';
import { useFocusOnHeading, useTitle } from '../use-new-screen.ts';

/** A page, usually with a picture, that is not a step of the application. Focuses the heading for each new `focusKey`. */
export function PicturePage({
  picture,
  title,
  documentTitle = title,
  focusKey,
  startLabel,
  children,
}: {
  readonly picture?: PictureName | undefined;
  readonly title: string;
  readonly documentTitle?: string | undefined;
  readonly focusKey: string;
  readonly startLabel?: string | undefined;
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
      {startLabel && <ActionBar label={startLabel} onPress={() => navigate('/start')} />}
    </SinglePage>
  );
}
