import { Button, Menu } from '@mantine/core';
import type { RefObject } from 'react';
import { ToolItem } from '#admin/ui/actions/tool-item.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconDownload } from '#admin/ui/layout/tool-icons.tsx';
import { showFailure } from '#admin/ui/states/show-alert.tsx';
import type { Figures } from './chart-files.ts';

const FIGURES = { xlsx: 'Figures (Excel)', csv: 'Figures (CSV)' } as const;
const LABELS = { ...FIGURES, png: 'Picture (PNG)', svg: 'Picture (SVG)' } as const;
const FORMATS: readonly (keyof typeof LABELS)[] = ['xlsx', 'csv', 'png', 'svg'];

interface ExportMenuProps {
  title: string;
  figures: Figures | undefined;
  /** The element with the chart; omitted for a table. */
  chart?: RefObject<HTMLElement | null>;
}

export function ExportMenu({ title, figures, chart }: ExportMenuProps) {
  const save = async (format: keyof typeof LABELS) => {
    try {
      const { saveChart } = await import('./chart-files.ts');
      await saveChart(format, { title, figures: figures ?? { heads: [], rows: [] }, chart: chart?.current ?? null });
    } catch {
      showFailure({
        title: 'The export failed.',
        text: 'There is no chart yet, or the browser cannot draw it. Export the figures instead.',
      });
    }
  };
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button {...toolButtonProps} aria-label={`Export ${title}`} leftSection={<IconDownload />} disabled={figures === undefined}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.filter((format) => chart !== undefined || format in FIGURES).map((format) => (
          <ToolItem
            key={format}
            tool={{ name: format, label: LABELS[format], icon: IconDownload, onClick: () => void save(format) }}
            leftSection={undefined}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
