import { useState } from 'react';
import { EmbedDialog } from '#admin/features/embed/embed-dialog.tsx';
import { SeriesSettingsMenu } from '#admin/features/event-series/series-settings-menu.tsx';
import { paths } from '#admin/paths.ts';
import type { Series } from '#contract/event-series.ts';

interface SeriesSettingsProps {
  series: Series;
  showsDisabled: boolean;
  onDeleted: () => void;
}

/** The Settings menu of a series with the dialogs that it opens. */
export function SeriesSettings({ series, showsDisabled, onDeleted }: SeriesSettingsProps) {
  const [isEmbedding, setEmbedding] = useState(false);
  const form = { title: series.title, path: paths.series.publicForm(series) };
  return (
    <>
      <SeriesSettingsMenu series={series} showsDisabled={showsDisabled} onEmbed={() => setEmbedding(true)} onDeleted={onDeleted} />
      <EmbedDialog opened={isEmbedding} form={form} onClose={() => setEmbedding(false)} />
    </>
  );
}
