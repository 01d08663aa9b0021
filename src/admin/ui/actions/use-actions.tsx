import { Fragment, type ReactNode, useState } from 'react';
import { type Call, useMay } from '#admin/session/session.ts';
import { DialogPart } from '../dialogs/use-dialog.tsx';
import type { Icon } from '../layout/icons.tsx';
import type { Tool } from '../layout/tool-button.tsx';

/** What only a hook can say about an action, such as an address that is read first, with its own dialog. */
export type ToolPart = Partial<Tool> & { readonly ownDialog?: ReactNode };

/** Something that staff can do with `On`, the data at hand where its button is. Besides its look, it has one of `to`, `href`, `dialog`, `run` and `useTool`. */
export interface Action<On> extends Pick<Tool, 'name' | 'icon' | 'tone' | 'isOutside' | 'keys'> {
  readonly label: string | ((on: On) => string);
  /** The calls that it makes or leads to: it is hidden from people who may not make them. */
  readonly calls: readonly Call[];
  readonly when?: (on: On) => boolean;
  readonly isOff?: (on: On) => boolean;
  /** Whether it is under way, if the place knows. */
  readonly isBusy?: (on: On) => boolean;
  readonly isOpen?: (on: On) => boolean;
  readonly isKept?: boolean;
  readonly to?: (on: On) => string;
  readonly href?: (on: On) => string;
  readonly dialog?: (on: On) => ReactNode;
  /** Whether it asks in a dialog of the place. */
  readonly asks?: boolean;
  readonly run?: (on: On) => void;
  readonly useTool?: (on: On) => ToolPart;
}

type Named = 'name' | 'label' | 'icon' | 'calls';

export const action = <On,>(
  name: string,
  label: Action<On>['label'],
  icon: Icon,
  calls: readonly Call[],
  rest: Omit<Action<On>, Named>,
): Action<On> => ({ name, label, icon, calls, ...rest });

export type ActionOn<List> = List extends readonly Action<infer On>[] ? On : never;

const isAllowed = ({ calls }: Pick<Action<never>, 'calls'>, may: (call: Call) => boolean): boolean => calls.every(may);

/** The actions available here to someone who may make these calls, for buttons, menus and the command palette. */
export const toolsOf = <On,>(actions: readonly Action<On>[], on: On, may: (call: Call) => boolean): Tool[] =>
  actions
    .filter((each) => isAllowed(each, may) && each.when?.(on) !== false)
    .map(({ name, label, icon, isOff, isBusy, tone, isOutside, keys, to, href, dialog, asks = false }) => ({
      name,
      label: typeof label === 'string' ? label : label(on),
      icon,
      tone,
      isOff: isOff?.(on) === true,
      isOutside: isOutside === true,
      isPending: isBusy?.(on) === true,
      opensDialog: asks || dialog !== undefined,
      ...(keys && { keys }),
      ...(to && { to: to(on) }),
      ...(href && { href: href(on) }),
    }));

export const hotkeysOf = (tools: readonly Tool[]): [keys: string, run: () => void][] =>
  tools.flatMap(({ keys = [], onClick }) => (onClick === undefined ? [] : keys.map((key): [string, () => void] => [key, onClick])));

/** The keys of an action as displayed. @param command the name of the shortcut key: ⌘ or Ctrl */
export const shownKeys = ({ keys: [first = ''] = [] }: Pick<Tool, 'keys'>, command: string): string[] =>
  first.split('+').map((key) => (key === 'mod' ? command : key));

/** The actions available here, with the dialogs they open; `actions` is a constant, whose hooks keep their order. */
export function useActions<On>(actions: readonly Action<On>[], on: On) {
  const may = useMay();
  const [opened, setOpened] = useState<readonly string[]>(() =>
    actions.filter(({ when, isOpen }) => when?.(on) !== false && isOpen?.(on)).map(({ name }) => name),
  );
  // oxlint-disable-next-line react-hooks/rules-of-hooks -- the same hooks in the same order, since the list is a constant
  const parts = new Map(actions.map(({ name, useTool }) => [name, useTool?.(on)]));
  const open = (name: string) => setOpened((old) => [...old, name]);
  const tools = toolsOf(actions, on, may).map((tool): Tool => {
    const { dialog, run } = actions.find(({ name }) => name === tool.name) ?? {};
    const onClick = dialog === undefined ? run && (() => run(on)) : () => open(tool.name);
    return { ...tool, ...(onClick && { onClick }), ...parts.get(tool.name) };
  });
  const dialogs = actions
    .filter((each) => isAllowed(each, may))
    .map(({ name, dialog, isKept }) => (
      <Fragment key={name}>
        {parts.get(name)?.ownDialog}
        {dialog === undefined ? null : (
          <DialogPart
            opened={opened.includes(name)}
            onClose={() => setOpened((old) => old.filter((each) => each !== name))}
            isKept={isKept}
          >
            {dialog(on)}
          </DialogPart>
        )}
      </Fragment>
    ));
  return { tools, dialogs, tool: (name: string) => tools.find((each) => each.name === name) };
}
