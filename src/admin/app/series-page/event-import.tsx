import { useState } from 'react';
import { LazyDialog } from '#admin/ui/loading/lazy-part.tsx';
import { lazyPart } from '#admin/ui/loading/load-script.ts';
import type { Series } from '#contract/event-series.ts';
import type { ListedEvent } from '#contract/event.ts';

// The page need not wait for the CSV parser.
const ImportDialog = lazyPart(async () => (await import('#admin/features/import/import-dialog.tsx')).ImportDialog);

interface EventImportProps {
  series: Series;
  event: ListedEvent;
  opened: boolean;
  onClose: () => void;
}

/** The CSV import of an event, loaded when it is first opened. */
export function EventImport({ series, event, opened, onClose }: EventImportProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <LazyDialog opened={opened} onClose={onClose}>
      <ImportDialog seriesId={series.id} event={event} fields={series.formFields} opened={opened} onClose={onClose} />
    </LazyDialog>
  );
}
