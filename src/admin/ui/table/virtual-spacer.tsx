/** Takes the place of the rows that a virtual table does not render; `height` in pixels. */
export function VirtualSpacer({ height }: { height: number }) {
  return height > 0 ? <tbody role="presentation" style={{ display: 'block', height }} /> : null;
}
