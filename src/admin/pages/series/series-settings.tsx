import { Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { ArchiveItem } from '#admin/forms/archive-item.tsx';
import { DeleteSeriesDialog } from '#admin/forms/series/delete-series-dialog.tsx';
import { ShowSetup } from '#admin/forms/setup/show-setup.tsx';
import { EmbedDialog } from '#admin/forms/share/embed-dialog.tsx';
import { paths } from '#admin/paths.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { IconCode, IconCopy, IconEye, IconEyeOff, IconPencil } from '#admin/ui/layout/icons.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { LazyDialog, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Series } from '#contract/event-series.ts';
import { useLeaveDeleted } from '../frame/visited.ts';

const CopySeriesDialog = lazyPart(async () => (await import('#admin/forms/copies/copy-series-dialog.tsx')).CopySeriesDialog);

interface SeriesSettingsProps {
  series: Series;
  showsDisabled: boolean;
}

/** The Settings menu of a series with the dialogs that it opens. */
export function SeriesSettings({ series, showsDisabled }: SeriesSettingsProps) {
  const [isEmbedding, setEmbedding] = useState(false);
  const [isCopying, setCopying] = useState(() => hasDraft(copyDraftName(series.id)));
  const leave = useLeaveDeleted(`/events-series/${series.id}`);
  return (
    <>
      <SettingsMenu
        items={(opening) => (
          <>
            <ShownEventsItem series={series} showsDisabled={showsDisabled} />
            <Menu.Item component={Link} to={paths.series.edit(series)} leftSection={<IconPencil />}>
              Edit Series
            </Menu.Item>
            <Menu.Item leftSection={<IconCode />} onClick={opening(() => setEmbedding(true))}>
              Embed code…
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy />} onClick={opening(() => setCopying(true))}>
              Copy Series…
            </Menu.Item>
            {showsDisabled ? null : <ShowSetup form={{ kind: 'series', id: series.id }} />}
            <ArchiveItem form={{ kind: 'series', id: series.id }} settings={series} />
          </>
        )}
        deleteLabel="Delete Series"
        deleteDialog={(state) => <DeleteSeriesDialog {...state} series={series} onDeleted={leave} />}
      />
      <EmbedDialog
        opened={isEmbedding}
        form={{ kind: 'series', id: series.id, title: series.title, path: paths.series.publicForm(series) }}
        onClose={() => setEmbedding(false)}
      />
      <LazyDialog key={series.id} opened={isCopying} onClose={() => setCopying(false)}>
        <CopySeriesDialog series={series} opened={isCopying} onClose={() => setCopying(false)} />
      </LazyDialog>
    </>
  );
}

function ShownEventsItem({ series, showsDisabled }: SeriesSettingsProps) {
  const icon = showsDisabled ? <IconEye /> : <IconEyeOff />;
  const to = showsDisabled ? paths.series.page(series) : paths.series.disabledEvents(series);
  return (
    <Menu.Item component={Link} to={to} leftSection={icon}>
      {showsDisabled ? 'Hide disabled events' : 'Show disabled events'}
    </Menu.Item>
  );
}
