/** Icons of sections and screens. They load later than the icons of `icon.tsx`. */
import { drawnIcon } from './icon.tsx';

const paths = {
  business:
    'M4 10v10.5h16V10M3 10l2-6.5h14L21 10M3 10a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0M9.5 20.5V15h5v5.5',
  applicant: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3-6.5 7.5-6.5s7.5 2.5 7.5 6.5',
  owner:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.6-6 6.5-6s6.5 2.4 6.5 6M15.5 4.9a3.5 3.5 0 0 1 0 6.2M18 14.6c2.2.8 3.5 2.7 3.5 5.4',
  authorizedUser: 'M3 6h18v12.5H3zM3 10.5h18M6.5 15H11',
  review: 'M4 20.5h16M5.5 16.5l1-4L16.5 2.5l3 3L9.5 15.5zM14 5l3 3',
  down: 'M5.5 9l6.5 6.5L18.5 9',
  plus: 'M12 5v14M5 12h14',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  camera: 'M4 7.5h3.5L9 5h6l1.5 2.5H20V19H4zM12 16.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 11.5H4.5v9h15v-9H18',
  print: 'M7 8.5v-5h10v5M7 17H4.5V8.5h15V17H17M7 14h10v6.5H7z',
  clock: 'M12 7v5l3 2M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19z',
} as const;

export type ExtraIconName = keyof typeof paths;

export function ExtraIcon({ name }: { readonly name: ExtraIconName }) {
  return drawnIcon(paths[name]);
}
