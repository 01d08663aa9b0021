import { Menu } from '@mantine/core';
import { IconCode, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { SettingsMenu } from '#admin/ui/settings-menu.tsx';
import { useMenuDialogs } from '#admin/ui/use-menu-dialogs.ts';
import type { Series } from '#contract/event-series.ts';
import { DeleteSeriesDialog } from './delete-series-dialog.tsx';

interface SeriesSettingsMenuProps {
  series: Series;
  /** Whether the list shows the events that are not on the form. */
  showsDisabled: boolean;
  onEmbed: () => void;
  onDeleted: () => void;
}

/** The rarer things to do with a series; deletion last, behind a line (spec section 2). */
export function SeriesSettingsMenu({ series, showsDisabled, onEmbed, onDeleted }: SeriesSettingsMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { button, opening } = useMenuDialogs();
  return (
    <>
      <SettingsMenu ref={button}>
        <ShownEventsItem series={series} showsDisabled={showsDisabled} />
        <Menu.Item component={Link} to={paths.series.edit(series)} leftSection={<IconPencil size={16} stroke={1.75} />}>
          Edit Series
        </Menu.Item>
        <Menu.Item leftSection={<IconCode size={16} stroke={1.75} />} onClick={opening(onEmbed)}>
          Embed code…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={opening(() => setDeleting(true))}>
          Delete Series…
        </Menu.Item>
      </SettingsMenu>
      <DeleteSeriesDialog opened={isDeleting} series={series} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
    </>
  );
}

function ShownEventsItem({ series, showsDisabled }: { series: Series; showsDisabled: boolean }) {
  const icon = showsDisabled ? <IconEye size={16} stroke={1.75} /> : <IconEyeOff size={16} stroke={1.75} />;
  const to = showsDisabled ? paths.series.page(series) : paths.series.disabledEvents(series);
  return (
    <Menu.Item component={Link} to={to} leftSection={icon}>
      {showsDisabled ? 'Hide disabled events' : 'Show disabled events'}
    </Menu.Item>
  );
}
