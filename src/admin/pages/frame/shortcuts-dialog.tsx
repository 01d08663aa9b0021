import { Box, Stack, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { DUPLICATE_FIELD } from '#admin/forms/builder/fields/field-actions.tsx';
import { shownKeys } from '#admin/ui/actions/use-actions.tsx';
import { Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { SHORTCUTS } from './shortcuts-action.ts';

export function ShortcutsDialog() {
  const isMac = ['macos', 'ios'].includes(useOs());
  return (
    <Dialog size="lg" title="Keyboard shortcuts">
      <Stack gap={24}>
        {Object.entries(shortcutGroups(isMac ? '⌘' : 'Ctrl')).map(([title, shortcuts]) => (
          <section key={title} aria-label={title}>
            <Text component="h3" mb="xs" data-text="heading">
              {title}
            </Text>
            <dl>
              {shortcuts.map(([does, ...keys]) => (
                <Box key={does} py={8} fz="sm" data-edge="top" data-row="baseline between wide">
                  <dt>{does}</dt>
                  <dd data-fixed data-text="second">
                    <Keys keys={keys} />
                  </dd>
                </Box>
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}

const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.map((together, index) => (
    <Fragment key={together}>
      {index === 0 ? null : <span data-text="second"> or </span>}
      {together.split(' ').map((key, index) => (
        <Fragment key={key}>
          {index === 0 ? null : <span> + </span>}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ));

/** What a shortcut does, and its keys as alternatives, with blanks between those that are pressed together. */
type Shortcut = readonly [does: string, ...keys: string[]];

/** All shortcuts, by where they work; `command` is the name of the shortcut key: ⌘ or Ctrl. */
const shortcutGroups = (command: string): Readonly<Record<string, readonly Shortcut[]>> => ({
  Everywhere: [
    ['Find a person, event, series or form', `${command} K`, '/'],
    ['Show this list, also from an empty search', shownKeys(SHORTCUTS, command).join(' ')],
    ['Close a dialog or a menu', 'Esc'],
    ['Go through a menu', '↑', '↓'],
    ['Save what was changed', `${command} S`],
    ['Create, in a dialog that asks for a title', 'Enter'],
  ],
  'In the search over everything': [
    ['Choose', '↑', '↓'],
    ['Open', 'Enter'],
    ['Open in a new tab', `${command} Enter`],
    ['Open the person', 'Alt Enter'],
  ],
  'In the panel of a person': [
    ['Previous or next in the list', 'Alt ↑', 'Alt ↓'],
    ['Close it', 'Esc'],
  ],
  'In a list of attendees': [
    ['Search the attendees', '/'],
    ['Show new sign-ups', 'n'],
    ['Open or close the details of one, on its arrow', 'Enter'],
    ['Select one, on its box', 'Space'],
    ['Select all from the last one, on its box', 'Shift Space'],
  ],
  'In a waiting list': [['Move a person up or down', 'Alt ↑', 'Alt ↓']],
  'In an import': [['To the next problem', 'F8']],
  'In the attendees of Edit event': [
    ['To the row below, in the same column', '↓', 'Enter'],
    ['To the row above, in the same column', '↑', 'Shift Enter'],
    ['Put back what is saved', 'Esc'],
  ],
  'In a description': [
    ['Bold', `${command} B`],
    ['Italics', `${command} I`],
    ['Link', `${command} K`],
  ],
  'In Modify Form': [
    ['Pick up a field, on its handle, and drop it', 'Space'],
    ['Move it', '↑', '↓'],
    ['Leave it where it was', 'Esc'],
    ['Duplicate the field', shownKeys(DUPLICATE_FIELD, command).join(' ')],
    ['Undo', `${command} Z`],
    ['Redo', `${command} Shift Z`],
  ],
});
