import { lazy, Suspense, useState } from 'react';
import type { ListedEvent } from '#contract/event.ts';
import type { Series } from '#contract/event-series.ts';

// The first screen need not wait for what reads CSV files.
const ImportDialog = lazy(async () => ({ default: (await import('#admin/features/import/import-dialog.tsx')).ImportDialog }));

interface EventImportProps {
  series: Series;
  event: ListedEvent;
  opened: boolean;
  onClose: () => void;
}

/** The CSV upload of an event, loaded when it is first opened. */
export function EventImport({ series, event, opened, onClose }: EventImportProps) {
  const [isWanted, setWanted] = useState(false);
  if (opened && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ImportDialog seriesId={series.id} event={event} fields={series.formFields} opened={opened} onClose={onClose} />
    </Suspense>
  );
}
