import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useBoot, useMade } from '../../state/use-page.ts';
import { createComeBack } from './come-back.ts';
import { ContinueOffer } from './continue-offer.tsx';

const words = resumeCopy.ended;

/**
 * What became of the answers after the end of a session: they are kept and can be continued here, or they are gone, unless
 * a link has just been sent. Nothing until the server has said so.
 */
export function AfterEnd({ isMailed = false }: { readonly isMailed?: boolean }) {
  const { resume } = useBoot();
  const { isOffered } = useMade(createComeBack);
  const [offered, setOffered] = useState<boolean>();
  const [, navigate] = useLocation();
  useEffect(() => {
    let left = false;
    void isOffered().then((is) => left || setOffered(is));
    return () => {
      left = true;
    };
  }, [isOffered]);
  const deleted = resume.byEmail ? words.deletedOrMailed : words.deleted;
  return (
    <div className="after-end" role="status">
      {offered === false && !isMailed && <p>{deleted}</p>}
      {offered && (
        <>
          <p>{words.kept(resume.hours)}</p>
          <ContinueOffer onPress={() => navigate('/resume')} />
        </>
      )}
    </div>
  );
}
