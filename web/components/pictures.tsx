/** Decorative drawings of things in a garden, such as a gate and a hose. They add nothing to the text next to them. */

/** The shapes of each drawing. A `solid` shape hides the shapes behind it, and a `block` has the program's color. */
const pictures = {
  gate: [
    ['solid', 'M26 104V36h12v68zM122 104V36h12v68z'],
    ['block', 'M24 30h16v8H24zM120 30h16v8h-16z'],
    ['', 'M38 52h84M38 72h84M38 92h84M38 92l84-40M8 104h144'],
    ['solid', 'M66 60h28v22H66z'],
    ['block', 'M72 66h16v10H72z'],
  ],
  kinkedHose: [
    ['solid', 'M18 104V58h14v46z'],
    ['block', 'M12 50h26v10H12z'],
    [
      '',
      'M25 50V38M17 38h16M32 74h16c14 0 14 26 28 26 12 0 14-12 8-20l-10-14c-6-9 4-18 12-11l12 12c10 10 22 9 26 3M8 104h144',
    ],
    ['solid', 'm122 62 18-10 6 10-18 10z'],
    ['block', 'M152 60c4 6 5 8 5 11a5 5 0 0 1-10 0c0-3 1-5 5-11z'],
  ],
  shed: [
    ['solid', 'M40 104V52l40-28 40 28v52z'],
    ['block', 'M30 58 80 22l50 36-6 8-44-32-44 32z'],
    ['solid', 'M62 104V66h36v38'],
    ['', 'M80 66v38M74 84v4M86 84v4M14 104h132M132 104V88M140 104V94M124 104V96'],
  ],
  mailbox: [
    ['solid', 'M74 104V70h12v34z'],
    ['solid', 'M38 70V46a16 16 0 0 1 16-16h56a16 16 0 0 1 16 16v24z'],
    ['', 'M70 70V46a16 16 0 0 0-32 0M48 54h12M8 104h144M28 104V94M20 104v-6'],
    ['block', 'M102 16h20v13h-16v25h-4z'],
  ],
  toolBoard: [
    ['solid', 'M22 14h116v70H22z'],
    ['', 'M36 84v20M124 84v20M8 104h144M44 38v30M36 24h16M72 24h16M108 24h16M116 24v16'],
    ['block', 'M32 28h24v12H32z'],
    ['missing', 'M74 30h12v12l-3 5v23h-6V47l-3-5z'],
    ['solid', 'M107 40h18v14l-9 16-9-16z'],
  ],
} as const;

export type PictureName = keyof typeof pictures;

export function Drawing({ name }: { readonly name: PictureName }) {
  return (
    <svg className="picture" viewBox="0 0 160 112" aria-hidden="true">
      {pictures[name].map(([kind, path]) => (
        <path key={path} className={kind || undefined} d={path} />
      ))}
    </svg>
  );
}

export function Picture({ name }: { readonly name: PictureName }) {
  return (
    <div className="picture-stage">
      <Drawing name={name} />
    </div>
  );
}
