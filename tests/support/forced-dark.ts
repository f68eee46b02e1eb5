/**
 * Changes colors in the same way as mail programs that force dark mode on an email. Outlook inverts the lightness of each color,
 * as the source of its editor shows (`getDarkColor` of microsoft/roosterjs). Gmail on Android inverts only light backgrounds and
 * dark texts.
 */

type Triple = readonly [number, number, number];

/** The lightness of #333333, Outlook's darkest background. */
const darkest = 21.247;

/** The white point of sRGB in XYZ coordinates. */
const white: Triple = [0.95047, 1, 1.08883];

function toLab(hex: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
  const xyz: Triple = [
    0.4124 * r + 0.3576 * g + 0.1805 * b,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    0.0193 * r + 0.1192 * g + 0.9505 * b,
  ];
  const [x, y, z] = xyz.map((value, at) => {
    const part = value / (white[at] ?? 1);
    return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
  }) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function fromLab([lightness, a, b]: Triple): string {
  const y = (lightness + 16) / 116;
  const [x = 0, yy = 0, z = 0] = [y + a / 500, y, y - b / 200].map((value, at) => {
    const part = value ** 3 > 0.008856 ? value ** 3 : (value - 16 / 116) / 7.787;
    return part * (white[at] ?? 1);
  });
  const channels = [
    3.2406 * x - 1.5372 * yy - 0.4986 * z,
    -0.9689 * x + 1.8758 * yy + 0.0415 * z,
    0.0557 * x - 0.204 * yy + 1.057 * z,
  ].map((linear) => {
    const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(255 * Math.min(1, Math.max(0, value)));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns a color as Outlook shows it in dark mode: with its lightness inverted. */
export function inverted(hex: string): string {
  const [lightness, a, b] = toLab(hex);
  return fromLab([(100 - lightness) * ((100 - darkest) / 100) + darkest, a, b]);
}

/** Returns a background as Gmail on Android shows it in dark mode. */
export function darkened(background: string): string {
  return toLab(background)[0] > 50 ? inverted(background) : background;
}

/** Returns the color of a text as Gmail on Android shows it in dark mode. */
export function lightened(color: string): string {
  return toLab(color)[0] < 50 ? inverted(color) : color;
}
