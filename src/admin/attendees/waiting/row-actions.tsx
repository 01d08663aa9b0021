import { ActionIcon, Button, Menu } from '@mantine/core';
import { useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { IconArrowUp, IconDots, IconSend, IconUserMinus } from '#admin/ui/layout/icons.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { IconArrowDown, IconUserCheck } from '#admin/ui/layout/tool-icons.tsx';
import { GIVE_A_PLACE, OFFER_A_PLACE, REMOVE, RESTORE, WITHDRAW_OFFER } from '#contract/texts/places.ts';
import type { Attendee } from '../shown-attendee.ts';
import classes from './row-actions.module.css';

/** What can be done with someone who waits: a menu; on a phone also Up and Down. */
export function WaitingActions({ attendee: { submission, name } }: { attendee: Attendee }) {
  const actions = useRegistrationActions();
  const position = submission._registration?.position;
  if (actions === undefined || position === null || position === undefined) return null;
  const move = (by: number) => () => actions.move(submission, position + by);
  const [isFirst, isLast] = [position <= 1, position >= actions.waiting];
  return (
    <span className={classes.actions} data-row="inline close">
      <Button
        {...toolButtonProps}
        className={`${toolButtonProps.className} ${classes.phone}`}
        leftSection={<IconArrowUp />}
        disabled={isFirst}
        aria-label={`Move ${name} up`}
        onClick={move(-1)}
      >
        Up
      </Button>
      <Button
        {...toolButtonProps}
        className={`${toolButtonProps.className} ${classes.phone}`}
        leftSection={<IconArrowDown />}
        disabled={isLast}
        aria-label={`Move ${name} down`}
        onClick={move(1)}
      >
        Down
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.more} aria-label={`More for ${name}`}>
            <IconDots />
            <span className={classes.moreText}>More</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconSend />} onClick={() => actions.promote([submission], 'offer')}>
            {OFFER_A_PLACE}
          </Menu.Item>
          <Menu.Item leftSection={<IconUserCheck />} onClick={() => actions.promote([submission], 'confirmed')}>
            {GIVE_A_PLACE}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconArrowUp />}
            rightSection={<kbd className={classes.key}>Alt ↑</kbd>}
            disabled={isFirst}
            onClick={move(-1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown />}
            rightSection={<kbd className={classes.key}>Alt ↓</kbd>}
            disabled={isLast}
            onClick={move(1)}
          >
            Move down
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--t-bad-text)" leftSection={<IconUserMinus />} onClick={() => actions.remove([submission])}>
            {REMOVE}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

interface ActButtonProps {
  label: string;
  name: string;
  isDisabled?: boolean;
  onClick: () => void;
}

const ActionButton = ({ label, name, isDisabled = false, onClick }: ActButtonProps) => (
  <Button {...toolButtonProps} aria-label={`${label.replace('…', '')}: ${name}`} disabled={isDisabled} onClick={onClick}>
    {label}
  </Button>
);

export function OfferActions({ attendee: { submission, name } }: { attendee: Attendee }) {
  const actions = useRegistrationActions();
  return actions === undefined ? null : (
    <span className={classes.actions} data-row="inline close">
      <ActionButton
        label={GIVE_A_PLACE}
        name={name}
        isDisabled={actions.isPending}
        onClick={() => actions.promote([submission], 'confirmed')}
      />
      <ActionButton label={WITHDRAW_OFFER} name={name} isDisabled={actions.isPending} onClick={() => actions.withdraw(submission)} />
    </span>
  );
}

export function CancelledActions({ attendee: { submission, name } }: { attendee: Attendee }) {
  const actions = useRegistrationActions();
  return actions === undefined ? null : (
    <span className={classes.actions} data-row="inline close">
      <ActionButton label={RESTORE} name={name} onClick={() => actions.restore(submission)} />
    </span>
  );
}
