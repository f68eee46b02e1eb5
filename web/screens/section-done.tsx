import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { sectionOf } from '../../form/flow/flow.ts';
import { Icon } from '../components/icon.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';

const { done, next, text } = customScreensCopy.sectionDone;

/** Announces a completed section (design brief, section 5). Stays mounted, because screen readers ignore a new region. */
export function SectionDone() {
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
          <span>{text(done[sectionDone.section], next[sectionOf(sectionDone.next)])}</span>
        </p>
      )}
    </div>
  );
}
