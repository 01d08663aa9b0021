import { csvFile } from '#admin/ui/format/csv-file.ts';
import { saveFile } from '#admin/ui/loading/save-file.ts';
import { slugOf } from '#contract/rules/slug.ts';
import { chartPicture, pngOf } from './chart-picture.ts';

/** The values of a chart; a row's `key`, such as a day that sorts, stands for its name in the file. */
export interface Figures {
  readonly heads: string[];
  readonly rows: readonly { readonly name: string; readonly key?: string; readonly values: readonly number[] }[];
}

interface Chart {
  readonly title: string;
  readonly figures: Figures;
  readonly chart: HTMLElement | null;
}

const csvOf = ({ heads, rows }: Figures): Blob => csvFile([heads, ...rows.map(({ name, key, values }) => [key ?? name, ...values])]);

/** Saves a chart as a file. @throws Error when the chart is not shown, because it is empty or still loads */
export async function saveChart(format: 'csv' | 'png' | 'svg', { title, figures, chart }: Chart): Promise<void> {
  const name = `${slugOf(title)}.${format}`;
  if (format === 'csv') {
    saveFile(csvOf(figures), name);
    return;
  }
  const picture = chartPicture(chart, title);
  saveFile(format === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : await pngOf(picture), name);
}
