import { ActionIcon } from '@mantine/core';
import { CopyIcon } from '#admin/ui/dialogs/copy-button.tsx';
import { LoadingNote } from '#admin/ui/feedback/loading-note.tsx';
import { type Icon, IconChevronDown, IconChevronUp, IconX } from '#admin/ui/layout/icons.tsx';
import { usePersonParam } from '#admin/ui/person/use-person-param.ts';
import type { ListPlace } from './list-place.ts';
import classes from './person-panel.module.css';

interface PersonToolsProps {
  place: ListPlace | undefined;
  isLoading: boolean;
}

/** The top of the panel: the place in the list with its neighbours, Copy link and Close. */
export function PersonTools({ place, isLoading }: PersonToolsProps) {
  const { close } = usePersonParam();
  return (
    <div className={classes.tools}>
      <span className={classes.place}>{isLoading ? <LoadingNote /> : place?.text}</span>
      {place === undefined ? null : (
        <>
          <Neighbour label="Previous person" keys="Alt+ArrowUp" icon={IconChevronUp} personId={place.previousId} />
          <Neighbour label="Next person" keys="Alt+ArrowDown" icon={IconChevronDown} personId={place.nextId} />
        </>
      )}
      <CopyIcon what="link" text={window.location.href} label="Copy link to this person" />
      <ActionIcon variant="subtle" color="gray" data-close aria-label="Close person" onClick={close}>
        <IconX />
      </ActionIcon>
    </div>
  );
}

interface NeighbourProps {
  label: string;
  keys: string;
  icon: Icon;
  /** Undefined at the end of the list. */
  personId: string | undefined;
}

function Neighbour({ label, keys, icon: Sign, personId }: NeighbourProps) {
  const { open } = usePersonParam();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-keyshortcuts={keys}
      disabled={personId === undefined}
      onClick={() => (personId === undefined ? undefined : open(personId))}
    >
      <Sign />
    </ActionIcon>
  );
}
