/** Paths of icons on a grid of 24 by 24 units. Each only repeats the meaning of the text next to it, or of its button's label. */
const paths = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  help: 'M9.2 9.2a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1-1.4 2M12 17.2v.1M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19z',
  alert: 'M12 7.5v6M12 16.7v.1M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19z',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3.5V7M16 3.5V7',
  search: 'M15.5 15.5L20 20M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z',
  phone:
    'M5 4h3.8l1.7 4.3-2.2 1.5a12 12 0 0 0 5.9 5.9l1.5-2.2L20 15.2V19a1.5 1.5 0 0 1-1.6 1.5C10.6 20 4 13.4 3.5 5.6A1.5 1.5 0 0 1 5 4z',
} as const;

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return drawnIcon(paths[name]);
}

/** Returns the icon for an SVG path on a grid of 24 by 24 units. */
export function drawnIcon(path: string) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** An icon that the HTML document already contains: one of the program's icons, or the lock. */
export function DocumentIcon({ name }: { readonly name: string }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
