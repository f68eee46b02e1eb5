import type { ReactNode } from 'react';

/** The line above the heading: the business, once it has a name, and what the screen's group is called (D12). */
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

/** The one `h1` of a screen. It takes the focus when the screen changes. */
export function PageHeading({ children }: { readonly children: ReactNode }) {
  return (
    <h1 className="page-heading" tabIndex={-1}>
      {children}
    </h1>
  );
}
