/** Tests whether a canvas returns the pixels that were drawn. Some browsers change them to prevent fingerprinting. */

/** The colors of the pattern's cells, as red, green and blue. They repeat in this order. */
const colors = [
  [0, 0, 0],
  [255, 255, 255],
  [220, 40, 40],
  [40, 60, 200],
  [60, 160, 60],
] as const;

const cells = 5;
/** Width and height, in pixels, of the square in the middle of each cell. Only this square is compared. */
const seen = 4;
/** The largest difference of a color value, out of 255, that is accepted as compression or invisible noise. */
const tolerance = 24;

const colorOf = (column: number, row: number) =>
  colors[(column + 2 * row) % colors.length] as readonly [number, number, number];

export function drawPattern(canvas: OffscreenCanvas): void {
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const [width, height] = [canvas.width / cells, canvas.height / cells];
  for (let row = 0; row < cells; row += 1)
    for (let column = 0; column < cells; column += 1) {
      context.fillStyle = `rgb(${colorOf(column, row).join(' ')})`;
      context.fillRect(column * width, row * height, width + 1, height + 1);
    }
}

/** Resolves to true if an encoded picture shows the pattern. Compares only the middle of each cell. */
export async function showsPattern(encoded: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(encoded);
  const canvas = new OffscreenCanvas(cells * seen, cells * seen);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const from = (at: number, length: number) => Math.floor(((at + 0.5) * length) / cells - seen / 2);
  for (let row = 0; row < cells; row += 1)
    for (let column = 0; column < cells; column += 1) {
      const source = [from(column, bitmap.width), from(row, bitmap.height), seen, seen] as const;
      context.drawImage(bitmap, ...source, column * seen, row * seen, seen, seen);
    }
  bitmap.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.every((value, at) => {
    const pixel = Math.floor(at / 4);
    const [column, row] = [pixel % canvas.width, Math.floor(pixel / canvas.width)];
    const expected = [...colorOf(Math.floor(column / seen), Math.floor(row / seen)), 255][at % 4] as number;
    return Math.abs(value - expected) <= tolerance;
  });
}
