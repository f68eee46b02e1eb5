import type { Content } from '../../jsx/types.ts';

/** The line above the heading: the name of the business, once it is known, and the label of the field group (D12). */
export function GroupLine({
  businessName,
  group,
}: {
  readonly businessName?: string | undefined;
  readonly group?: string | undefined;
}) {
  if (!businessName && !group) return null;
  return (
    <p className="group-line">
      {businessName && (
        <span>
          <bdi translate="no">{businessName}</bdi>
        </span>
      )}
      {group && (
        <span>
          {businessName && <span>{' · '}</span>}
          <span>{group}</span>
        </span>
      )}
    </p>
  );
}

/** The only `h1` of a screen. It gets the focus when the screen appears. */
export function PageHeading({ children }: { readonly children: Content }) {
  return (
    <h1 className="page-heading" tabIndex={-1}>
      {children}
    </h1>
  );
}
