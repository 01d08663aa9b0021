import type { QrCode } from '#contract/qr-code.ts';

/** Scanners read dark on light, so it looks the same in both colour schemes. */
const LOOK = { width: 132, height: 132, style: { background: '#fff', shapeRendering: 'crispEdges' } } as const;

export const QrPicture = ({ code, label }: { code: QrCode; label: string }) => (
  <svg {...LOOK} data-box="frame" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
    <path d={code.path} fill="#000" />
  </svg>
);
