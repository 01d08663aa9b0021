import { IconDownload, IconMail, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { counted, formatCount } from '#admin/ui/counts.ts';
import { ToolButton } from '#admin/ui/tool-button.tsx';
import type { AttendeeList } from './attendee-list.ts';
import { EmailAttendeesDialog } from './email-attendees-dialog.tsx';
import { distinctAddresses, oneLink } from './mail-links.ts';
import classes from './selection-bar.module.css';
import type { SubmissionOwner } from './submission-owner.ts';
import { useExportChosen } from './use-export.ts';
import type { AttendeeSelection } from './use-selection.ts';

interface SelectionBarProps {
  owner: SubmissionOwner;
  /** Title of the event or the form. */
  ownerTitle: string;
  /** What is listed, for the order of a file. */
  list: AttendeeList;
  selection: AttendeeSelection;
  loaded: number;
  /** How many there are, loaded or not. */
  total: number;
  onDelete: () => void;
  onClear: () => void;
}

/** In place of search and filters while attendees are chosen: how many, and what can be done with them. */
export function SelectionBar({ owner, ownerTitle, list, selection, loaded, total, onDelete, onClear }: SelectionBarProps) {
  const exporting = useExportChosen(owner, list);
  const count = selection.chosen.size;
  const all = loaded < total ? `Select all ${formatCount(loaded)} loaded` : `Select all ${formatCount(loaded)}`;
  return (
    <section className={classes.bar} aria-label="Selected attendees">
      <strong className={classes.count} role="status">
        {formatCount(count)} selected
      </strong>
      <div className={classes.tools}>
        <EmailChosen ownerTitle={ownerTitle} selection={selection} />
        <ToolButton
          tool={{
            label: 'Export',
            icon: IconDownload,
            isPending: exporting.isPending,
            onClick: () => exporting.mutate(selection.chosen),
          }}
        />
        <div className={classes.danger}>
          <ToolButton tool={{ label: `Delete ${counted(count, 'submission')}`, icon: IconTrash, opensDialog: true, onClick: onDelete }} />
        </div>
      </div>
      <div className={classes.end}>
        {selection.share === 'all' ? null : (
          <button type="button" className={classes.all} onClick={selection.chooseLoaded}>
            {all}
          </button>
        )}
        <ToolButton tool={{ label: 'Clear', icon: IconX, onClick: onClear }} />
      </div>
    </section>
  );
}

/** Writes to the chosen in blind copy: by one link, or by a dialog when they are too many for one (decision 43). */
function EmailChosen({ ownerTitle, selection }: Pick<SelectionBarProps, 'ownerTitle' | 'selection'>) {
  const [addresses, setAddresses] = useState<readonly string[]>();
  const typed = [...selection.chosen.values()].map(({ email }) => email);
  const href = oneLink(typed);
  const way = href === undefined ? { opensDialog: true, onClick: () => setAddresses(distinctAddresses(typed)) } : { href };
  return (
    <>
      <ToolButton tool={{ label: 'Email', icon: IconMail, ...way }} />
      <EmailAttendeesDialog
        title={`Email ${counted(selection.chosen.size, 'attendee')} of ‘${ownerTitle}’`}
        addresses={addresses}
        onClose={() => setAddresses(undefined)}
      />
    </>
  );
}
