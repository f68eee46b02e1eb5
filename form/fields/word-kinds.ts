/** The kinds of a field's texts that a program can replace (D50). */
export const wordKinds = ['label', 'hint', 'help', 'before', 'needed', 'yes', 'no', 'noEnds'] as const;

export type WordKind = (typeof wordKinds)[number];

/** A program's own texts by field. The key of a field is `record.key`, such as `application.dba`. */
export type FieldWords = Readonly<Record<string, { readonly [K in WordKind]?: string }>>;
