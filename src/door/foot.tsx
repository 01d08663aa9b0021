import type { ReactNode } from 'react';
import { IconCheck } from '#admin/ui/layout/icons.tsx';
import { IconUserPlus } from './icons.tsx';
import type { Bar } from './phone/door-state.ts';

interface FootProps {
  readonly bar: Bar | undefined;
  readonly onUndo: () => void;
  /** Undefined where the link may add nobody. */
  readonly onWalkIn: (() => void) | undefined;
}

/** The foot of the page: what has just happened with Undo, or the button for a walk-in. */
export function Foot({ bar, onUndo, onWalkIn }: FootProps): ReactNode {
  return (
    <footer>
      <div role="status">
        {bar !== undefined && (
          <p className="bar">
            {bar.undo !== undefined && (
              <i className="circle">
                <IconCheck size={18} stroke={3} />
              </i>
            )}
            <span>
              {bar.name !== '' && <b>{`${bar.name} `}</b>}
              <span>{bar.text}</span>
            </span>
            {bar.undo !== undefined && (
              <button type="button" onClick={onUndo}>
                Undo
              </button>
            )}
          </p>
        )}
      </div>
      {bar === undefined && onWalkIn !== undefined && (
        <button type="button" className="plain" onClick={onWalkIn}>
          <IconUserPlus size={20} />
          <span>Add a walk-in</span>
        </button>
      )}
    </footer>
  );
}
