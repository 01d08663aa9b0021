import { encode } from 'uqr';

/** `border`: the width of the light margin that scanners need, in squares. */
export const QR_OPTIONS = { ecc: 'M', border: 4 } as const;

/** Width and height in squares, with the margin, and the dark squares as the path of an SVG. */
export type QrCode = ReturnType<typeof qrCodeOf>;

/** The QR code of a text, which stays readable with an eighth of it covered. */
export function qrCodeOf(text: string) {
  const { size, data } = encode(text, QR_OPTIONS);
  return { size, path: data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('') };
}
