import { useState } from 'react';
import { LazyDialog } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import type { ListedEvent } from '#contract/event.ts';
import type { Series } from '#contract/event-series.ts';

// The first screen need not wait for what reads CSV files.
const ImportDialog = lazyPart(async () => (await import('#admin/features/import/import-dialog.tsx')).ImportDialog);

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
    <LazyDialog opened={opened} onClose={onClose}>
      <ImportDialog seriesId={series.id} event={event} fields={series.formFields} opened={opened} onClose={onClose} />
    </LazyDialog>
  );
}
