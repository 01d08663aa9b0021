import { Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmbedDialog } from '#admin/features/embed/embed-dialog.tsx';
import { DeleteSeriesDialog } from '#admin/features/event-series/delete-series-dialog.tsx';
import { paths } from '#admin/paths.ts';
import { useMenuDialogs } from '#admin/ui/dialogs/use-menu-dialogs.ts';
import { IconCode, IconEye, IconEyeOff, IconPencil, IconTrash } from '#admin/ui/layout/icons.tsx';
import { SettingsMenu } from '#admin/ui/layout/settings-menu.tsx';
import type { Series } from '#contract/event-series.ts';

interface SeriesSettingsProps {
  series: Series;
  showsDisabled: boolean;
  onDeleted: () => void;
}

/** The Settings menu of a series with the dialogs that it opens; deletion comes last, below a divider. */
export function SeriesSettings({ series, showsDisabled, onDeleted }: SeriesSettingsProps) {
  const [isEmbedding, setEmbedding] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <SettingsMenu ref={button}>
        <ShownEventsItem series={series} showsDisabled={showsDisabled} />
        <Menu.Item component={Link} to={paths.series.edit(series)} leftSection={<IconPencil />}>
          Edit Series
        </Menu.Item>
        <Menu.Item leftSection={<IconCode />} onClick={opening(() => setEmbedding(true))}>
          Embed code…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash />} onClick={opening(() => setDeleting(true))}>
          Delete Series
        </Menu.Item>
      </SettingsMenu>
      <EmbedDialog
        opened={isEmbedding}
        form={{ title: series.title, path: paths.series.publicForm(series) }}
        onClose={() => setEmbedding(false)}
      />
      <DeleteSeriesDialog opened={isDeleting} series={series} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}

function ShownEventsItem({ series, showsDisabled }: { series: Series; showsDisabled: boolean }) {
  const icon = showsDisabled ? <IconEye /> : <IconEyeOff />;
  const to = showsDisabled ? paths.series.page(series) : paths.series.disabledEvents(series);
  return (
    <Menu.Item component={Link} to={to} leftSection={icon}>
      {showsDisabled ? 'Hide disabled events' : 'Show disabled events'}
    </Menu.Item>
  );
}
