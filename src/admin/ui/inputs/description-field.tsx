import { ActionIcon, Box, Textarea } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import type { BoundField } from '#admin/records/use-record.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { DESCRIPTION_MAX_LENGTH } from '#contract/wire-text.ts';
import { icon, IconLink } from '../layout/icons.tsx';
import { letterOf } from '../letter-keys.ts';
import classes from './description-field.module.css';
import { BoundInput } from './edit-fields.tsx';
import { type Mark, marks, nextItem } from './text-marks.ts';
import { typeInto } from './type-into.ts';

const TOOLS = [
  { label: 'Bold', key: 'B', mark: marks.bold, Icon: icon('M7 5h6a3.5 3.5 0 0 1 0 7h-6z M13 12h1a3.5 3.5 0 0 1 0 7h-7v-7') },
  { label: 'Italics', key: 'I', mark: marks.italics, Icon: icon('M11 5l6 0 M7 19l6 0 M14 5l-4 14') },
  { label: 'Link', key: 'K', mark: marks.link, Icon: IconLink },
  { label: 'Bulleted list', mark: marks.bullets, Icon: icon('M9 6l11 0 M9 12l11 0 M9 18l11 0 M5 6l0 .01 M5 12l0 .01 M5 18l0 .01') },
  {
    label: 'Numbered list',
    mark: marks.numbers,
    Icon: icon('M11 6h9 M11 12h9 M12 18h8 M4 16a2 2 0 1 1 4 0c0 .591 -.5 1 -1 1.5l-3 2.5h4 M6 10v-6l-2 2'),
  },
];

/** @returns whether there was anything to change */
function apply(area: HTMLTextAreaElement, mark: Mark | typeof nextItem): boolean {
  const edit = mark(area.value, area.selectionStart, area.selectionEnd);
  if (edit === undefined) return false;
  const { from, to, text, selected } = edit;
  typeInto(area, from, to, text);
  area.setSelectionRange(from + selected[0], from + selected[1]);
  return true;
}

/** Keeps the addresses of pasted links, which the plain text of a page or document lacks. */
function handlePaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { links } = new DOMParser().parseFromString(event.clipboardData.getData('text/html'), 'text/html');
  let text = '';
  let rest = event.clipboardData.getData('text/plain');
  for (const link of links) {
    const words = link.textContent;
    const href = link.getAttribute('href') ?? '';
    const isKept = /^https?:/i.test(href) && /^(?!https?:|www[.]|$)/i.test(words);
    const escaped = words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    const at = isKept ? rest.search(new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'u')) : -1;
    if (at < 0) continue;
    text += `${rest.slice(0, at)}[${words}](${href})`;
    rest = rest.slice(at + words.length);
  }
  if (text === '') return;
  text += rest;
  apply(event.currentTarget, (_, from, to) => ({ from, to, text, selected: [text.length, text.length] }));
  event.preventDefault();
}

/** The description of a series, form or event: a plain text area for simple Markdown, with buttons that put marks around the selection. */
export function DescriptionField({ label, field, className }: { label: string; field: BoundField<string>; className?: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { length } = field.value;
  const handleKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && apply(event.currentTarget, nextItem)) event.preventDefault();
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const tool = isShortcut ? TOOLS.find(({ key }) => key === letterOf(event).toUpperCase()) : undefined;
    if (tool === undefined) return;
    event.preventDefault();
    // The page has a shortcut with the same keys.
    event.stopPropagation();
    apply(event.currentTarget, tool.mark);
  };
  return (
    <BoundInput label={label} field={field} className={className}>
      <Box pos="relative">
        <Textarea
          ref={area}
          label={label}
          variant="unstyled"
          classNames={{ input: classes.area }}
          rows={8}
          resize="vertical"
          name={field.name}
          value={field.value}
          error={field.error}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          onKeyDown={handleKeys}
          onPaste={handlePaste}
          inputContainer={(input) => (
            <div className={classes.box} data-stack data-error={field.error !== undefined}>
              <Box component="fieldset" p={6} bg="var(--t-sunken)" data-edge="bottom" data-row="close" aria-label={`Formatting: ${label}`}>
                {TOOLS.map(({ label: name, key, mark, Icon }) => (
                  <ActionIcon
                    key={name}
                    size={28}
                    aria-label={name}
                    title={key === undefined ? name : `${name} (Ctrl+${key})`}
                    aria-keyshortcuts={key === undefined ? undefined : `Control+${key} Meta+${key}`}
                    onClick={() => area.current && apply(area.current, mark)}
                  >
                    <Icon />
                  </ActionIcon>
                ))}
              </Box>
              {input}
            </div>
          )}
        />
        {/* Level with the label. */}
        <Box component="span" pos="absolute" top={0} right={0} data-text={length > DESCRIPTION_MAX_LENGTH ? 'bad' : 'small-count'}>
          {`${formatCount(length)} of ${formatCount(DESCRIPTION_MAX_LENGTH)}`}
        </Box>
      </Box>
    </BoundInput>
  );
}
