import { Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { shortcutGroups } from './shortcut-groups.ts';
import classes from './shortcuts-dialog.module.css';

/** The list of all shortcuts. */
export function ShortcutsDialog() {
  const isMac = ['macos', 'ios'].includes(useOs());
  return (
    <Dialog size="lg" title="Keyboard shortcuts">
      {shortcutGroups(isMac ? '⌘' : 'Ctrl').map(({ title, shortcuts }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <Text component="h3" mb="xs" variant="heading">
            {title}
          </Text>
          <dl>
            {shortcuts.map(({ does, keys }) => (
              <div key={does} className={classes.shortcut}>
                <dt>{does}</dt>
                <dd>
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

function Keys({ keys }: { keys: readonly (readonly string[])[] }) {
  return keys.map((together, index) => (
    <Fragment key={together.join('+')}>
      {index === 0 ? null : <span data-variant="second"> or </span>}
      {together.map((key, place) => (
        <Fragment key={key}>
          {place === 0 ? null : ' + '}
          <kbd className={classes.key}>{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}
