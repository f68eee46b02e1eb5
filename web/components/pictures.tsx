/**
 * Drawings of things from the yard, one hand (art direction, "Illustration"): lines in the colour of the text, one
 * block in the program's. They only repeat what the text beside them says.
 */
import type { Elements } from '../jsx/types.ts';

/** One drawing: `solid` parts hide what is behind them, a `block` has the program's colour. */
function Drawing({ children }: { readonly children: Elements }) {
  return (
    <svg className="picture" viewBox="0 0 160 112" aria-hidden="true">
      {children}
    </svg>
  );
}

export const pictures = {
  /** The way ends here. */
  gate: (
    <Drawing>
      <path className="solid" d="M26 104V36h12v68zM122 104V36h12v68z" />
      <path className="block" d="M24 30h16v8H24zM120 30h16v8h-16z" />
      <path d="M38 52h84M38 72h84M38 92h84M38 92l84-40M8 104h144" />
      <path className="solid" d="M66 60h28v22H66z" />
      <path className="block" d="M72 66h16v10H72z" />
    </Drawing>
  ),
  /** Something is stuck on our side. */
  kinkedHose: (
    <Drawing>
      <path className="solid" d="M18 104V58h14v46z" />
      <path className="block" d="M12 50h26v10H12z" />
      <path d="M25 50V38M17 38h16M32 74h16c14 0 14 26 28 26 12 0 14-12 8-20l-10-14c-6-9 4-18 12-11l12 12c10 10 22 9 26 3M8 104h144" />
      <path className="solid" d="m122 62 18-10 6 10-18 10z" />
      <path className="block" d="M152 60c4 6 5 8 5 11a5 5 0 0 1-10 0c0-3 1-5 5-11z" />
    </Drawing>
  ),
  /** Locked, or put away. */
  shed: (
    <Drawing>
      <path className="solid" d="M40 104V52l40-28 40 28v52z" />
      <path className="block" d="M30 58 80 22l50 36-6 8-44-32-44 32z" />
      <path className="solid" d="M62 104V66h36v38" />
      <path d="M80 66v38M74 84v4M86 84v4M14 104h132M132 104V88M140 104V94M124 104V96" />
    </Drawing>
  ),
  /** Nobody lives at this address. */
  mailbox: (
    <Drawing>
      <path className="solid" d="M74 104V70h12v34z" />
      <path className="solid" d="M38 70V46a16 16 0 0 1 16-16h56a16 16 0 0 1 16 16v24z" />
      <path d="M70 70V46a16 16 0 0 0-32 0M48 54h12M8 104h144M28 104V94M20 104v-6" />
      <path className="block" d="M102 16h20v13h-16v25h-4z" />
    </Drawing>
  ),
  /** Nothing is in the list: a board of tools on which one is missing. */
  toolBoard: (
    <Drawing>
      <path className="solid" d="M22 14h116v70H22z" />
      <path d="M36 84v20M124 84v20M8 104h144M44 38v30M36 24h16M72 24h16M108 24h16M116 24v16" />
      <path className="block" d="M32 28h24v12H32z" />
      <path className="missing" d="M74 30h12v12l-3 5v23h-6V47l-3-5z" />
      <path className="solid" d="M107 40h18v14l-9 16-9-16z" />
    </Drawing>
  ),
} as const;

export type PictureName = keyof typeof pictures;
