import { useEffect, useState } from 'react';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useBoot, useMade } from '../../state/use-page.ts';
import { ContinueOffer } from './continue-offer.tsx';
import { createDeviceResume } from './device-resume.ts';

const words = resumeCopy.ended;

/**
 * Says whether the answers of an ended session have been deleted or stored. If they are stored, offers to continue. Empty until
 * the page knows which.
 */
export function AfterEnd({ isMailed = false }: { readonly isMailed?: boolean }) {
  const { resume } = useBoot();
  const { isOffered } = useMade(createDeviceResume);
  const [offered, setOffered] = useState<boolean>();
  useEffect(() => {
    let left = false;
    void isOffered().then((is) => left || setOffered(is));
    return () => {
      left = true;
    };
  }, [isOffered]);
  return (
    <div className="after-end" role="status">
      {offered === false && !isMailed && <p>{resume.byEmail ? words.deletedOrMailed : words.deleted}</p>}
      {offered && (
        <>
          <p>{words.kept(resume.hours)}</p>
          <ContinueOffer />
        </>
      )}
    </div>
  );
}
