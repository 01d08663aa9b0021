import { Modal } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { Fragment } from 'react';
import { shortcutGroups } from './shortcut-groups.ts';
import classes from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The list of all shortcuts. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const isMac = ['macos', 'ios'].includes(useOs());
  return (
    <Modal opened={opened} onClose={onClose} returnFocus={false} size="lg" title="Keyboard shortcuts">
      {shortcutGroups(isMac ? '⌘' : 'Ctrl').map(({ title, shortcuts }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.list}>
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
    </Modal>
  );
}

function Keys({ keys }: { keys: readonly (readonly string[])[] }) {
  return keys.map((together, index) => (
    <Fragment key={together.join('+')}>
      {index === 0 ? null : <span className={classes.or}> or </span>}
      {together.map((key, place) => (
        <Fragment key={key}>
          {place === 0 ? null : ' + '}
          <kbd className={classes.key}>{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}
