import type { ReactNode } from 'react';
import { IconAlertCircle, IconCheck, IconWifiOff, IconX } from '#admin/ui/layout/icons.tsx';
import { IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import { counted } from '#contract/texts/counts.ts';
import type { DoorState } from './phone/door-state.ts';
import type { Shown } from './phone/people.ts';
import { CANNOT_KEEP } from './phone/sender.ts';
import type { Bar } from './phone/taps.ts';

interface NoticesProps {
  readonly state: DoorState;
  /** Undefined where nobody may be let in. */
  readonly onLetIn: ((person: Shown) => void) | undefined;
  readonly onDismiss: (id: string) => void;
}

function Offline({ state: { isOnline, canKeep, unsent } }: Pick<NoticesProps, 'state'>): ReactNode {
  if (canKeep && (isOnline || unsent.count === 0)) return null;
  return (
    <div className="notice" data-tone="warn" role="status">
      <IconWifiOff size={20} />
      <div>
        <b>{canKeep ? `Offline – ${counted(unsent.count, unsent.noun)} kept on this phone` : CANNOT_KEEP}</b>
        {canKeep && <p>{`${unsent.count === 1 ? 'It' : 'They'} will be sent when you are back online.`}</p>}
      </div>
    </div>
  );
}

/** What is kept on the phone, and what did not go through. */
export function Notices({ state, onLetIn, onDismiss }: NoticesProps): ReactNode {
  const { refused } = state;
  const noun = refused.some(({ isBack }) => isBack) ? 'change' : 'check-in';
  return (
    <div className="notices">
      <Offline state={state} />
      {refused.length > 0 && (
        <section className="notice" data-tone="bad" aria-labelledby="refused">
          <IconAlertCircle size={20} />
          <div>
            <b id="refused" role="status">{`${counted(refused.length, noun)} didn't go through`}</b>
            {refused.map(({ id, name, reason, person }) => (
              <div key={id} className="refused">
                <div>
                  <p>{name}</p>
                  <p>{reason}</p>
                </div>
                {person !== null && onLetIn !== undefined && (
                  <button
                    type="button"
                    className="plain"
                    aria-label={`Let in ${name}`}
                    onClick={() => {
                      onDismiss(id);
                      onLetIn(person);
                    }}
                  >
                    Let in
                  </button>
                )}
                <button type="button" className="icon" aria-label={`Dismiss ${name}`} onClick={() => onDismiss(id)}>
                  <IconX />
                </button>
              </div>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

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
