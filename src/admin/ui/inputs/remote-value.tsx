import { Button } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { BoundField } from '#admin/records/use-record.ts';
import { IconAlertTriangle } from '../layout/icons.tsx';
import classes from './remote-value.module.css';

const SHOWN_MAX_LENGTH = 200;

/** Elements to type in or choose with; a date is a button next to a hidden input. */
const INPUT = 'input:not([type="hidden"]), textarea, select, [data-dates-input]';

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'string' || value === '') return 'nothing';
  return value.length > SHOWN_MAX_LENGTH ? `“${value.slice(0, SHOWN_MAX_LENGTH)}…”` : `“${value}”`;
}

interface RemoteValueProps<Value> {
  label: string;
  field: Pick<BoundField<Value>, 'name' | 'remote' | 'onKeepLocal' | 'onTakeRemote'>;
  /** How to show a value that is not shown as it is typed. */
  words?: (value: Value) => string;
}

/** Shown under a field with a conflict: the value someone else has saved, and the choice between the two. */
export function RemoteValue<Value>({ label, field, words = wordsOf }: RemoteValueProps<Value>) {
  const note = useRef<HTMLDivElement>(null);
  if (field.remote === undefined) return null;
  const handle = (resolve: () => void) => () => {
    const parent = note.current?.parentElement;
    // The buttons disappear with the conflict, as may the inputs for one's own value.
    flushSync(resolve);
    (parent?.querySelector<HTMLElement>(INPUT) ?? parent?.querySelector('button'))?.focus();
  };
  return (
    <div ref={note} className={classes.note} data-text="main" role="alert" data-remote={field.name}>
      <IconAlertTriangle aria-hidden="true" />
      <p data-breaks>
        Someone else saved <strong>{words(field.remote)}</strong> in the meantime.
      </p>
      <div data-row="stretch wrap" style={{ gridColumn: 2 }}>
        <Button size="xs" variant="default" aria-label={`Keep mine: ${label}`} onClick={handle(field.onKeepLocal)}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" aria-label={`Use theirs: ${label}`} onClick={handle(field.onTakeRemote)}>
          Use theirs
        </Button>
      </div>
    </div>
  );
}
