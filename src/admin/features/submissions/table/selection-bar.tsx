import { type ReactNode, useState } from 'react';
import { counted, formatCount } from '#admin/ui/format/counts.ts';
import { IconDownload, IconMail, IconTrash, IconX } from '#admin/ui/layout/icons.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { AttendeeListParams } from '../attendee-list-params.ts';
import { EmailAttendeesDialog } from '../dialogs/email-attendees-dialog.tsx';
import { distinctAddresses, oneLink } from '../dialogs/mail-links.ts';
import { useExport } from '../use-export.ts';
import classes from './selection-bar.module.css';
import type { AttendeeSelection } from './use-selection.ts';

interface SelectionBarProps {
  scope: SubmissionScope;
  scopeTitle: string;
  list: AttendeeListParams;
  selection: AttendeeSelection;
  loaded: number;
  total: number;
  onDelete: () => void;
  /** The button for new sign-ups. */
  news: ReactNode;
}

/** Replaces search and filters while attendees are chosen: their number, and actions on them. */
export function SelectionBar({ scope, scopeTitle, list, selection, loaded, total, onDelete, news }: SelectionBarProps) {
  const exporting = useExport(scope);
  const count = selection.chosen.size;
  return (
    <section className={classes.bar} aria-label="Selected attendees">
      <strong className={classes.count} role="status">
        {formatCount(count)} selected
      </strong>
      <div className={classes.tools}>
        <EmailChosen scopeTitle={scopeTitle} selection={selection} />
        <ToolButton
          tool={{
            label: 'Export',
            icon: IconDownload,
            isPending: exporting.isPending,
            onClick: () => exporting.mutate({ list, ids: [...selection.chosen.keys()] }),
          }}
        />
        <div className={classes.danger}>
          <ToolButton tool={{ label: `Delete ${counted(count, 'submission')}`, icon: IconTrash, opensDialog: true, onClick: onDelete }} />
        </div>
      </div>
      <div className={classes.end}>
        {selection.share === 'all' ? null : (
          <button type="button" className={classes.all} onClick={selection.chooseLoaded}>
            Select all {formatCount(loaded)}
            {loaded < total ? ' loaded' : ''}
          </button>
        )}
        <ToolButton tool={{ label: 'Clear', icon: IconX, onClick: selection.clear }} />
        {news}
      </div>
    </section>
  );
}

function EmailChosen({ scopeTitle, selection }: Pick<SelectionBarProps, 'scopeTitle' | 'selection'>) {
  const [addresses, setAddresses] = useState<readonly string[]>();
  const typed = [...selection.chosen.values()].map(({ email }) => email);
  const href = oneLink(typed);
  const action = href === undefined ? { opensDialog: true, onClick: () => setAddresses(distinctAddresses(typed)) } : { href };
  return (
    <>
      <ToolButton tool={{ label: 'Email', icon: IconMail, ...action }} />
      <EmailAttendeesDialog
        title={`Email ${counted(selection.chosen.size, 'attendee')} of ‘${scopeTitle}’`}
        addresses={addresses}
        onClose={() => setAddresses(undefined)}
      />
    </>
  );
}
