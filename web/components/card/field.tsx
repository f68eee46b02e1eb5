import type { Elements } from '../../jsx/types.ts';

/** The program's colored field, with its art as background and its lower edge. The page's header lies on its top. */
export function Field({ children }: { readonly children: Elements }) {
  return (
    <div className="field-ground">
      <svg className="field-art" aria-hidden="true">
        <use href="#motif" />
      </svg>
      <svg className="field-edge" aria-hidden="true">
        <use href="#edge" />
      </svg>
      {children}
    </div>
  );
}
