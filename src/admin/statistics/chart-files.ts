import { csvFile, saveFile } from '#admin/ui/save-file.ts';
import { slugOf } from '#contract/rules/slug.ts';

/** The values of a chart; a row's `key`, such as a day that sorts, stands for its name in the file. */
export interface Figures {
  readonly heads: string[];
  readonly rows: readonly { readonly name: string; readonly key?: string; readonly values: readonly (number | string)[] }[];
}

interface Chart {
  readonly title: string;
  readonly figures: Figures;
  readonly chart: HTMLElement | null;
}

/** Saves a chart as a file. @throws Error when the chart is not shown, because it is empty or still loading */
export async function saveChart(format: 'xlsx' | 'csv' | 'png' | 'svg', { title, figures, chart }: Chart): Promise<void> {
  const [, ofForm = ''] = location.pathname.split('/'); // The slug of its series or form.
  const name = `${decodeURIComponent(`${ofForm}-${slugOf(title)}`)}.${format}`;
  saveFile(
    await (format === 'xlsx' || format === 'csv' ? figuresFile(format, figures) : pictureFile(format, chartPicture(chart, title))),
    name,
  );
}

async function figuresFile(format: 'xlsx' | 'csv', { heads, rows }: Figures): Promise<Blob> {
  const lines = [heads, ...rows.map(({ name, key, values }) => [key ?? name, ...values])];
  return format === 'csv' ? csvFile(lines) : excelFile(lines);
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const PERCENTAGE = /^[\d.]+%$/;

/** An Excel file in which days are dates, and percentages numbers. */
async function excelFile(lines: readonly (readonly (string | number)[])[]): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const cells = new Map<string, { value: number; style: { numFmt: string } }>();
  const rows = lines.map((line, row) =>
    line.map((value, column) => {
      const text = String(value);
      if (PERCENTAGE.test(text)) cells.set(`${row},${column}`, { value: Number.parseFloat(text) / 100, style: { numFmt: '0.00%' } });
      return DAY.test(text) ? new Date(text) : value;
    }),
  );
  const columns = lines[0]?.map(() => ({ width: 16 })) ?? [];
  const bytes = await writeXlsx({ sheets: [{ name: 'Figures', rows, cells, columns, freezePane: { rows: 1 } }] });
  return new Blob([Uint8Array.from(bytes)], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

const pictureFile = async (format: 'png' | 'svg', picture: ReturnType<typeof chartPicture>): Promise<Blob> =>
  format === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : pngOf(picture);

const SVG = 'http://www.w3.org/2000/svg';
/** Room above the chart for its title and the names of its series. */
const HEAD_HEIGHT = 56;
const MARGIN = 16;
/** A picture has more pixels than the screen, so that it stays sharp in print. */
const PIXELS = 2;

const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'paint-order', 'opacity', 'font-size', 'font-weight', 'text-anchor'];

/** Writes the style that the page gives an element into its copy, which will stand alone. */
function writeStyles(element: Element, copy: Element): void {
  const style = getComputedStyle(element);
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  for (const [index, child] of [...element.children].entries()) {
    const childCopy = copy.children[index];
    if (childCopy !== undefined) writeStyles(child, childCopy);
  }
}

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

function colorNextTo(name: Element): string {
  const parts = [...(name.parentElement?.querySelectorAll('*') ?? [])].map((part) => getComputedStyle(part).backgroundColor);
  return parts.find((color) => color !== 'rgba(0, 0, 0, 0)') ?? 'currentColor';
}

/** The chart that an element contains, with its title and the names of its series. @throws Error when it contains none */
function chartPicture(container: HTMLElement | null, title: string) {
  const chart = container?.querySelector<SVGSVGElement>('.recharts-wrapper > svg') ?? null;
  if (container === null || chart === null) throw new Error('There is no chart to save yet.');
  const { width: chartWidth, height: chartHeight } = chart.getBoundingClientRect();
  const page = getComputedStyle(container);
  const [width, height] = [chartWidth + 2 * MARGIN, chartHeight + HEAD_HEIGHT + MARGIN];
  const picture = element('svg', { xmlns: SVG, width, height, 'font-family': page.fontFamily, color: page.color });
  picture.append(element('rect', { width, height, fill: page.backgroundColor }));
  picture.append(element('text', { x: MARGIN, y: 24, 'font-size': 16, 'font-weight': 600, fill: page.color }, title));
  let left = MARGIN;
  for (const name of container.querySelectorAll('.recharts-legend-wrapper p')) {
    picture.append(element('rect', { x: left, y: 36, width: 10, height: 10, fill: colorNextTo(name) }));
    picture.append(element('text', { x: left + 16, y: 45, 'font-size': 12, fill: page.color }, name.textContent));
    left += 32 + name.textContent.length * 7;
  }
  const copy = chart.cloneNode(true);
  if (copy instanceof SVGSVGElement) {
    writeStyles(chart, copy);
    copy.setAttribute('x', String(MARGIN));
    copy.setAttribute('y', String(HEAD_HEIGHT));
    picture.append(copy);
  }
  return { svg: new XMLSerializer().serializeToString(picture), width, height };
}

/** The picture as a PNG file. @throws Error when the browser cannot draw it */
async function pngOf({ svg, width, height }: ReturnType<typeof chartPicture>): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.ceil(width * PIXELS), Math.ceil(height * PIXELS)];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The browser cannot draw it.')) : resolve(blob)), 'image/png');
  });
}
