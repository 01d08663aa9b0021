import { Group } from '@mantine/core';
import { IconDownload } from '#admin/ui/layout/icons.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import { saveFile } from '#admin/ui/loading/save-file.ts';
import { QR_CODE } from '#contract/texts/staff.ts';
import { qrCodeOf, pngFileOf, svgFileOf } from './qr-code.ts';
import classes from './share.module.css';

/** The QR code of an address, with its files to download. */
export function QrCodePart({ address, fileName }: { address: string; fileName: string }) {
  const code = qrCodeOf(address);
  return (
    <Group gap="md" wrap="nowrap">
      <svg className={classes.picture} viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="QR code of the form">
        <path d={code.path} />
      </svg>
      <div>
        <h3 data-variant="label">{QR_CODE}</h3>
        <p className={classes.about}>For posters and slides. Its sign-ups say ‘{QR_CODE}’ under Came from.</p>
        <Group gap="sm" wrap="nowrap" ms={-8}>
          <ToolButton
            tool={{
              label: 'PNG',
              icon: IconDownload,
              onClick: () => void pngFileOf(code).then((file) => saveFile(file, `${fileName}.png`)),
            }}
          />
          <ToolButton tool={{ label: 'SVG', icon: IconDownload, onClick: () => saveFile(svgFileOf(code), `${fileName}.svg`) }} />
        </Group>
      </div>
    </Group>
  );
}
