import { Box, Group } from '@mantine/core';
import { renderSVG } from 'uqr';
import { QrPicture } from '#admin/ui/format/qr-code.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import { IconDownload } from '#admin/ui/layout/tool-icons.tsx';
import { saveFile } from '#admin/ui/save-file.ts';
import { type QrCode, qrCodeOf, QR_OPTIONS } from '#contract/qr-code.ts';
import { QR_CODE } from '#contract/texts/staff.ts';

const NOTE = `For posters and slides. Sign-ups through it show ‘${QR_CODE}’ under Came from.`;

export function QrCodePart({ address, fileName }: { address: string; fileName: string }) {
  const code = qrCodeOf(address);
  return (
    <Group gap="md" wrap="nowrap">
      <QrPicture code={code} label="QR code for the form" />
      <div>
        <h3 data-text="label">{QR_CODE}</h3>
        <Box component="p" mt={4} mb={12} fz="xs" lh="xs" data-text="second">
          {NOTE}
        </Box>
        <Group gap="0 12px" ms={-8}>
          <ToolButton
            tool={{
              name: 'png',
              label: 'PNG',
              icon: IconDownload,
              onClick: () => void pngFileOf(code).then((file) => saveFile(file, `${fileName}.png`)),
            }}
          />
          <ToolButton
            tool={{ name: 'svg', label: 'SVG', icon: IconDownload, onClick: () => saveFile(svgFileOf(address), `${fileName}.svg`) }}
          />
        </Group>
      </div>
    </Group>
  );
}

/** Pixels of one square in the PNG, which stays sharp on a poster. */
const SQUARE_PX = 24;

/** The file of a QR code, dark on light in both colour schemes. */
const svgFileOf = (address: string): Blob => new Blob([`${renderSVG(address, QR_OPTIONS)}\n`], { type: 'image/svg+xml' });

async function pngFileOf({ size, path }: QrCode): Promise<Blob> {
  const canvas = new OffscreenCanvas(size * SQUARE_PX, size * SQUARE_PX);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(SQUARE_PX, SQUARE_PX);
  context.fillStyle = 'black';
  context.fill(new Path2D(path));
  return canvas.convertToBlob({ type: 'image/png' });
}
