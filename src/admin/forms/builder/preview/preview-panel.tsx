import { Box, Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { IconDeviceDesktop, IconDeviceMobile, IconExternalLink } from '#admin/ui/layout/tool-icons.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Theme } from '#contract/forms/public-face.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import type { FormView } from '#signup/view.ts';
import classes from '#admin/ui/layout/preview-panel.module.css';
import { PreviewSkeleton } from './preview-skeleton.tsx';

// Loaded separately, so that the list of fields need not wait for the public form.
const FormPreview = lazyPart(async () => (await import('./form-preview.tsx')).FormPreview);

const SIZES = [
  { name: 'Phone', icon: IconDeviceMobile, width: 390, text: '390 wide' },
  { name: 'Desktop', icon: IconDeviceDesktop, width: 720, text: '720 wide, scaled down to fit' },
] as const;
const [PHONE] = SIZES;

interface PreviewPanelProps {
  readonly view: FormView | undefined;
  readonly theme?: Theme | null;
  readonly formPath: string | undefined;
  readonly editedId?: string | undefined;
  readonly newestId?: string | undefined;
  readonly onChoose?: (fieldId: string) => void;
}

const LINK = { gap: 6, lineHeight: '1.5rem' };
const NOTE = { component: 'p', px: 16, fz: 'xs', lh: 'xs', 'data-fixed': true, 'data-text': 'second' } as const;
const nothing = (): void => undefined;

function editedNote({ fields, events }: FormView, editedId: string): string {
  const everyEvent = events.map(({ id }) => id);
  const isShown = fields.some((field) => field.id === editedId && !takesAnswer(field));
  return isShown || activeFields(fields, events, everyEvent).some(({ id }) => id === editedId)
    ? 'Scrolled to the field you are editing'
    : 'Visitors do not see the field you are editing';
}

export function PreviewPanel({ view, theme, formPath, editedId, newestId, onChoose = nothing }: PreviewPanelProps) {
  const [name, setName] = useState<string>(PHONE.name);
  const size = SIZES.find((each) => each.name === name) ?? PHONE;
  return (
    <section className={classes.panel} data-box="card" data-stack aria-labelledby="form-preview">
      <div className={classes.head} data-edge="bottom" data-row="wrap">
        <h2 id="form-preview" data-text="title">
          Preview
        </h2>
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          data={SIZES.map(({ name: value, icon: Icon }) => ({
            value,
            label: (
              <Group component="span" gap={6} wrap="nowrap">
                <Icon size={14} aria-hidden="true" data-phone="hidden" />
                {value}
              </Group>
            ),
          }))}
          value={name}
          onChange={setName}
        />
        {formPath === undefined ? null : (
          <a href={formPath} target="_blank" rel="noopener" style={LINK} data-fixed data-row="inline" data-hover="line" data-text="small">
            <IconExternalLink aria-hidden="true" />
            Open form
            <VisuallyHidden>opens in a new tab</VisuallyHidden>
          </a>
        )}
      </div>
      {view === undefined || editedId === undefined ? null : (
        <Box {...NOTE} py={6} bg="var(--t-sunken)" data-edge="bottom">
          {editedNote(view, editedId)}
        </Box>
      )}
      {view === undefined ? (
        <PreviewSkeleton />
      ) : (
        <LazyPart waiting={<PreviewSkeleton />}>
          <FormPreview view={view} theme={theme} width={size.width} editedId={editedId} newestId={newestId} onChoose={onChoose} />
        </LazyPart>
      )}
      <Box {...NOTE} py={10} data-edge="top" data-row="stretch between wide">
        <span>Choose a field here to edit it.</span>
        <span>{size.text}</span>
      </Box>
    </section>
  );
}
