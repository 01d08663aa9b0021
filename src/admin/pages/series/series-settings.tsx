import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { ArchiveItem } from '#admin/forms/archive-item.tsx';
import { DeleteSeriesDialog } from '#admin/forms/series/delete-series-dialog.tsx';
import { ShowSetup } from '#admin/forms/setup/show-setup.tsx';
import { EmbedDialog } from '#admin/forms/share/embed-dialog.tsx';
import { paths } from '#admin/paths.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconCode, IconCopy, IconEye, IconEyeOff, IconPencil } from '#admin/ui/layout/icons.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Series } from '#contract/forms/event-series.ts';
import { useLeaveDeleted } from '../frame/visited.ts';

const CopySeriesDialog = lazyPart(async () => (await import('#admin/forms/copies/copy-series-dialog.tsx')).CopySeriesDialog);

interface SeriesSettingsProps {
  series: Series;
  showsDisabled: boolean;
}

/** The Settings menu of a series with the dialogs that it opens. */
export function SeriesSettings({ series, showsDisabled }: SeriesSettingsProps) {
  const embedding = useDialog();
  const copying = useDialog(() => hasDraft(copyDraftName(series.id)));
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
            <Menu.Item leftSection={<IconCode />} onClick={opening(embedding.open)}>
              Embed code…
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy />} onClick={opening(copying.open)}>
              Copy Series…
            </Menu.Item>
            {showsDisabled ? null : <ShowSetup form={{ kind: 'series', id: series.id }} />}
            <ArchiveItem form={{ kind: 'series', id: series.id }} settings={series} />
          </>
        )}
        deleteLabel="Delete Series"
        deleteDialog={<DeleteSeriesDialog series={series} onDeleted={leave} />}
      />
      {embedding.show(<EmbedDialog form={{ kind: 'series', id: series.id, title: series.title, path: paths.series.publicForm(series) }} />)}
      {copying.show(<CopySeriesDialog key={series.id} series={series} />)}
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
