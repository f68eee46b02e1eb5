/** The kinds of a field's words that a program can replace (D50). */
export const wordKinds = ['label', 'hint', 'help', 'before', 'needed', 'yes', 'no', 'noEnds'] as const;

export type WordKind = (typeof wordKinds)[number];

/** A program's own words by field. A field is named `record.key`, such as `application.dba`. */
export type FieldWords = Readonly<Record<string, { readonly [K in WordKind]?: string }>>;
