/** Stands for the rows of a table that are not drawn, before or after those in view; `height` in pixels. */
export function UndrawnRows({ height }: { height: number }) {
  return height > 0 ? <tbody role="presentation" style={{ display: 'block', height }} /> : null;
}
