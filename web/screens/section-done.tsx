import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { sectionDoneText } from '../../copy/sentences.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import { Icon } from '../components/icon.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';

/** Announces a completed section (design brief, section 5). Its region stays in the frame, so that screen readers read it. */
export function SectionDone() {
  const copy = useCopy();
  const { dispatch } = usePageStore();
  const { sectionDone } = usePageState();
  const [path] = useLocation();
  const search = useSearch();
  const isHere = sectionDone?.url === (search ? `${path}?${search}` : path);
  const isOver = sectionDone !== null && !isHere;
  useEffect(() => {
    if (isOver) dispatch({ type: 'sectionDoneLeft' });
  }, [isOver, dispatch]);
  return (
    <div className="section-done" role="status">
      {isHere && (
        <p>
          <Icon name="check" />
          <span>{sectionDoneText(copy, sectionDone.section, sectionOf(sectionDone.next))}</span>
        </p>
      )}
    </div>
  );
}
