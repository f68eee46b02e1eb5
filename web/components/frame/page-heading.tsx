import type { ReactNode } from 'react';

/** The line above the heading: the name of the business, once known, and the label of the group (D12). */
export function GroupLine({
  businessName,
  group,
}: {
  readonly businessName?: string | undefined;
  readonly group?: string | undefined;
}) {
  const parts = [businessName, group].filter(Boolean);
  return parts.length > 0 && <p className="group-line">{parts.join(' · ')}</p>;
}

/** The only `h1` of a screen. It is focused when the screen changes. */
export function PageHeading({ children }: { readonly children: ReactNode }) {
  return (
    <h1 className="page-heading" tabIndex={-1}>
      {children}
    </h1>
  );
}
