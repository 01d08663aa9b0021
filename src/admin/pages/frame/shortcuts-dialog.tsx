import { Box, Stack, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { DUPLICATE_FIELD } from '#admin/forms/builder/fields/field-list.tsx';
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
    ['Show this list, also from an empty search field', shownKeys(SHORTCUTS, command).join(' ')],
    ['Close a dialog or a menu', 'Esc'],
    ['Move through a menu', '↑', '↓'],
    ['Save changes', `${command} S`],
    ['Create, in a dialog with a title', 'Enter'],
  ],
  'In the global search': [
    ['Choose', '↑', '↓'],
    ['Open', 'Enter'],
    ['Open in a new tab', `${command} Enter`],
    ['Open person', 'Alt Enter'],
  ],
  "In a person's panel": [
    ['Previous or next in the list', 'Alt ↑', 'Alt ↓'],
    ['Close it', 'Esc'],
  ],
  'In a list of attendees': [
    ['Search the attendees', '/'],
    ['Show new sign-ups', 'n'],
    ["Open or close an attendee's details, on the arrow", 'Enter'],
    ['Select an attendee, on the checkbox', 'Space'],
    ['Select a range, on a checkbox', 'Shift Space'],
  ],
  'In a series': [['Add an event', 'a']],
  'In a waiting list': [['Move a person up or down', 'Alt ↑', 'Alt ↓']],
  'In an import': [['Go to the next problem', 'F8']],
  'In the attendees of Edit event': [
    ['Go to the row below, in the same column', '↓', 'Enter'],
    ['Go to the row above, in the same column', '↑', 'Shift Enter'],
    ['Restore the saved value', 'Esc'],
  ],
  'In a description': [
    ['Bold', `${command} B`],
    ['Italics', `${command} I`],
    ['Link', `${command} K`],
  ],
  'In Modify Form': [
    ['Pick up a field by its handle, or drop it', 'Space'],
    ['Move it', '↑', '↓'],
    ['Put it back', 'Esc'],
    ['Duplicate the field', shownKeys(DUPLICATE_FIELD, command).join(' ')],
    ['Undo', `${command} Z`],
    ['Redo', `${command} Shift Z`],
  ],
});
