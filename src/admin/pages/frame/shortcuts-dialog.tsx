import { Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { DUPLICATE_FIELD } from '#admin/forms/builder/fields/field-actions.tsx';
import { shownKeys } from '#admin/ui/actions/use-actions.tsx';
import { Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { SHORTCUTS } from './shortcuts-action.ts';
import classes from './shortcuts-dialog.module.css';

export function ShortcutsDialog() {
  const isMac = ['macos', 'ios'].includes(useOs());
  return (
    <Dialog size="lg" title="Keyboard shortcuts">
      {shortcutGroups(isMac ? '⌘' : 'Ctrl').map(({ title, shortcuts }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <Text component="h3" mb="xs" data-text="heading">
            {title}
          </Text>
          <dl>
            {shortcuts.map(({ does, keys }) => (
              <div key={does} className={classes.shortcut} data-row="baseline between wide">
                <dt>{does}</dt>
                <dd data-fixed data-text="second">
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

const Keys = ({ keys }: { keys: readonly (readonly string[])[] }) =>
  keys.map((together, index) => (
    <Fragment key={together.join('+')}>
      {index === 0 ? null : <span data-text="second"> or </span>}
      {together.map((key, index) => (
        <Fragment key={key}>
          {index === 0 ? null : <span> + </span>}
          <kbd className={classes.key}>{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ));

/** A shortcut: what it does, and its keys as alternatives, each a combination. */
interface Shortcut {
  readonly does: string;
  readonly keys: readonly (readonly string[])[];
}

const UP_OR_DOWN_WITH_ALT = [
  ['Alt', '↑'],
  ['Alt', '↓'],
];

/** All shortcuts, by where they work; `command` is the name of the shortcut key: ⌘ or Ctrl. */
const shortcutGroups = (command: string): readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { does: 'Find a person, event, series or form', keys: [[command, 'K'], ['/']] },
      { does: 'Show this list, also from an empty search', keys: [shownKeys(SHORTCUTS, command)] },
      { does: 'Close a dialog or a menu', keys: [['Esc']] },
      { does: 'Go through a menu', keys: [['↑'], ['↓']] },
      { does: 'Save what was changed', keys: [[command, 'S']] },
      { does: 'Create, in a dialog that asks for a title', keys: [['Enter']] },
    ],
  },
  {
    title: 'In the search over everything',
    shortcuts: [
      { does: 'Choose', keys: [['↑'], ['↓']] },
      { does: 'Open', keys: [['Enter']] },
      { does: 'Open in a new tab', keys: [[command, 'Enter']] },
      { does: 'Open the person', keys: [['Alt', 'Enter']] },
    ],
  },
  {
    title: 'In the panel of a person',
    shortcuts: [
      { does: 'Previous or next in the list', keys: UP_OR_DOWN_WITH_ALT },
      { does: 'Close it', keys: [['Esc']] },
    ],
  },
  {
    title: 'In a list of attendees',
    shortcuts: [
      { does: 'Search the attendees', keys: [['/']] },
      { does: 'Show new sign-ups', keys: [['n']] },
      { does: 'Open or close the details of one, on its arrow', keys: [['Enter']] },
      { does: 'Select one, on its box', keys: [['Space']] },
      { does: 'Select all from the last one, on its box', keys: [['Shift', 'Space']] },
    ],
  },
  { title: 'In a waiting list', shortcuts: [{ does: 'Move a person up or down', keys: UP_OR_DOWN_WITH_ALT }] },
  { title: 'In an import', shortcuts: [{ does: 'To the next problem', keys: [['F8']] }] },
  {
    title: 'In the attendees of Edit event',
    shortcuts: [
      { does: 'To the row below, in the same column', keys: [['↓'], ['Enter']] },
      { does: 'To the row above, in the same column', keys: [['↑'], ['Shift', 'Enter']] },
      { does: 'Put back what is saved', keys: [['Esc']] },
    ],
  },
  {
    title: 'In a description',
    shortcuts: [
      { does: 'Bold', keys: [[command, 'B']] },
      { does: 'Italics', keys: [[command, 'I']] },
      { does: 'Link', keys: [[command, 'K']] },
    ],
  },
  {
    title: 'In Modify Form',
    shortcuts: [
      { does: 'Pick up a field, on its handle, and drop it', keys: [['Space']] },
      { does: 'Move it', keys: [['↑'], ['↓']] },
      { does: 'Leave it where it was', keys: [['Esc']] },
      { does: 'Duplicate the field', keys: [shownKeys(DUPLICATE_FIELD, command)] },
      { does: 'Undo', keys: [[command, 'Z']] },
      { does: 'Redo', keys: [[command, 'Shift', 'Z']] },
    ],
  },
];
