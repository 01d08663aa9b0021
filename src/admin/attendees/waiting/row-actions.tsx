import { ActionIcon, Box, Menu } from '@mantine/core';
import { type RegistrationActions, useRegistrationActions } from '#admin/registrations/registration-actions.tsx';
import { ToolItem, useMenuDialogs } from '#admin/ui/actions/tool-item.tsx';
import { type Action, action, useActions } from '#admin/ui/actions/use-actions.tsx';
import { IconArrowBackUp, IconDots, IconSend, IconX } from '#admin/ui/layout/icons.tsx';
import { type Tool, toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconArrowDown, IconArrowUp, IconUserCheck, IconUserMinus } from '#admin/ui/layout/tool-icons.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { GIVE_A_PLACE, OFFER_A_PLACE, REMOVE } from '#contract/texts/places.ts';
import type { Attendee } from '../shown-attendee.ts';
import classes from './row-actions.module.css';

interface OnRegistration {
  /** Absent if there are no actions, so no button is shown. */
  readonly actions: RegistrationActions | undefined;
  readonly submission: Submission;
}

const positionOf = ({ submission }: OnRegistration): number => submission._registration?.position ?? 0;
const move = (on: OnRegistration, by: number) => on.actions?.move(on.submission, positionOf(on) + by);

const GIVE: Action<OnRegistration> = action('give', GIVE_A_PLACE, IconUserCheck, [waitingListCalls.promoteRegistration], {
  run: ({ actions, submission }) => actions?.promote([submission], 'confirmed'),
});

const WAITING_ACTIONS: readonly Action<OnRegistration>[] = [
  action('offer', OFFER_A_PLACE, IconSend, [waitingListCalls.promoteRegistration], {
    run: ({ actions, submission }) => actions?.promote([submission], 'offer'),
  }),
  GIVE,
  action('up', 'Move up', IconArrowUp, [waitingListCalls.moveRegistration], {
    isOff: (on) => positionOf(on) <= 1,
    run: (on) => move(on, -1),
  }),
  action('down', 'Move down', IconArrowDown, [waitingListCalls.moveRegistration], {
    isOff: (on) => positionOf(on) >= (on.actions?.waiting ?? 0),
    run: (on) => move(on, 1),
  }),
  action('remove', REMOVE, IconUserMinus, [waitingListCalls.cancelRegistration], {
    tone: 'danger',
    run: ({ actions, submission }) => actions?.remove([submission]),
  }),
];

const OFFER_ACTIONS: readonly Action<OnRegistration>[] = [
  { ...GIVE, isOff: ({ actions }) => actions?.isPending === true },
  action('withdraw', 'Withdraw offer', IconX, [waitingListCalls.withdrawOffer], {
    isOff: ({ actions }) => actions?.isPending === true,
    run: ({ actions, submission }) => actions?.withdraw(submission),
  }),
];

const CANCELLED_ACTIONS: readonly Action<OnRegistration>[] = [
  action('restore', 'Restore…', IconArrowBackUp, [waitingListCalls.restoreRegistration], {
    run: ({ actions, submission }) => actions?.restore(submission),
  }),
];

interface RowProps {
  attendee: Attendee;
}

function useRowTools(list: readonly Action<OnRegistration>[], { submission }: Attendee): Tool[] {
  const actions = useRegistrationActions();
  const { tools } = useActions(list, { actions, submission });
  return actions === undefined ? [] : tools;
}

const MOVES: Readonly<Record<string, { readonly label: string; readonly key: string }>> = {
  up: { label: 'Up', key: 'Alt ↑' },
  down: { label: 'Down', key: 'Alt ↓' },
};

/** The actions for someone waiting: a menu; on a phone, also Up and Down. */
export function WaitingActions({ attendee }: RowProps) {
  const tools = useRowTools(WAITING_ACTIONS, attendee);
  const { name, submission } = attendee;
  const { button, opening } = useMenuDialogs();
  const moves = tools.filter((tool) => tool.name in MOVES);
  if (tools.length === 0 || typeof submission._registration?.position !== 'number') return null;
  return (
    <span className={classes.actions} data-row="inline close">
      <ToolButtons
        tools={moves.map((tool) => ({ ...tool, label: MOVES[tool.name]?.label ?? tool.label }))}
        look={(tool) => ({ ...toolButtonProps, 'data-tablet': 'only', 'aria-label': `Move ${name} ${tool.name}` })}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} className={classes.more} aria-label={`More for ${name}`}>
            <IconDots />
            <Box component="span" ms={6} fz="sm" data-tablet="only" data-text="second">
              More
            </Box>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {tools.map((tool, index) => {
            const isMove = tool.name in MOVES;
            const isParted = index > 0 && tool.name !== 'down' && (isMove || tool.name === 'remove');
            return [
              isParted ? <Menu.Divider key="divider" /> : null,
              <ToolItem
                key={tool.name}
                tool={tool}
                opening={opening}
                {...(isMove && { rightSection: <kbd>{MOVES[tool.name]?.key}</kbd> })}
              />,
            ];
          })}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

function RowTools({ actions, attendee }: RowProps & { actions: readonly Action<OnRegistration>[] }) {
  const tools = useRowTools(actions, attendee);
  return tools.length === 0 ? null : (
    <span className={classes.actions} data-row="inline close">
      <ToolButtons
        tools={tools}
        look={({ label }) => ({ ...toolButtonProps, leftSection: undefined, 'aria-label': `${label.replace('…', '')}: ${attendee.name}` })}
      />
    </span>
  );
}

export const OfferActions = (row: RowProps) => <RowTools {...row} actions={OFFER_ACTIONS} />;
export const CancelledActions = (row: RowProps) => <RowTools {...row} actions={CANCELLED_ACTIONS} />;
