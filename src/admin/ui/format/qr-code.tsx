import { encode } from 'uqr';

/** `border`: the width of the light margin that scanners need, in squares. */
export const QR_OPTIONS = { ecc: 'M', border: 4 } as const;

/** Width and height in squares, with the margin, and the dark squares as the path of an SVG. */
export type QrCode = ReturnType<typeof qrCodeOf>;

/** The QR code of an address, which stays readable with an eighth of it covered. */
export function qrCodeOf(address: string) {
  const { size, data } = encode(address, QR_OPTIONS);
  return { size, path: data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('') };
}

/** Scanners read dark on light, so it looks the same in both colour schemes. */
const LOOK = { width: 132, height: 132, style: { background: '#fff', shapeRendering: 'crispEdges' } } as const;

export const QrPicture = ({ code, label }: { code: QrCode; label: string }) => (
  <svg {...LOOK} data-box="frame" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
    <path d={code.path} fill="#000" />
  </svg>
);
