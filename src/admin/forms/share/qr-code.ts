import { encode } from 'uqr';

/** Width of the light edge that scanners need, in squares. */
const EDGE = 4;

/** Pixels of one square in the PNG, which stays sharp on a poster. */
const SQUARE_PX = 24;

const DARK = '#000';
const LIGHT = '#fff';

export interface QrCode {
  /** Width and height in squares, with the edge. */
  readonly size: number;
  /** The dark squares, as the path of an SVG. */
  readonly path: string;
}

/** The QR code of an address, which stays readable when an eighth of it is covered. */
export function qrCodeOf(address: string): QrCode {
  const { size, data } = encode(address, { ecc: 'M', border: EDGE });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}

/** The file of a QR code, dark on light in both colour schemes. */
export const svgFileOf = ({ size, path }: QrCode): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
        `<path fill="${LIGHT}" d="M0 0h${size}v${size}H0z"/><path fill="${DARK}" d="${path}"/></svg>\n`,
    ],
    { type: 'image/svg+xml' },
  );

/** The picture of a QR code. */
export async function pngFileOf({ size, path }: QrCode): Promise<Blob> {
  const canvas = new OffscreenCanvas(size * SQUARE_PX, size * SQUARE_PX);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = LIGHT;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(SQUARE_PX, SQUARE_PX);
  context.fillStyle = DARK;
  context.fill(new Path2D(path));
  return canvas.convertToBlob({ type: 'image/png' });
}
