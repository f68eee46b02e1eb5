import type { SectionKey } from '../../form/state/application-state.ts';

/** Icons of the sections, of the same hand as `icon.tsx`; apart from those, because only later screens show them. */
const paths: Readonly<Record<SectionKey, string>> = {
  business:
    'M4 10v10.5h16V10M3 10l2-6.5h14L21 10M3 10a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0M9.5 20.5V15h5v5.5',
  applicant: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3-6.5 7.5-6.5s7.5 2.5 7.5 6.5',
  owner:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.6-6 6.5-6s6.5 2.4 6.5 6M15.5 4.9a3.5 3.5 0 0 1 0 6.2M18 14.6c2.2.8 3.5 2.7 3.5 5.4',
  authorizedUser: 'M3 6h18v12.5H3zM3 10.5h18M6.5 15H11',
};

export function SectionIcon({ section }: { readonly section: SectionKey }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={paths[section]} />
    </svg>
  );
}
