import type { RefObject } from 'react';
import { IconX } from '#admin/ui/layout/icons.tsx';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { AttendeeListParams } from '../attendee-list-params.ts';
import { useUpload } from '../use-upload.ts';
import classes from './upload-chip.module.css';

interface UploadChipProps {
  scope: SubmissionScope;
  list: AttendeeListParams;
  onListChange: (list: AttendeeListParams) => void;
  table: RefObject<HTMLElement | null>;
}

/** The upload that the list is narrowed to; a click shows all attendees again. */
export function UploadChip({ scope, list, onListChange, table }: UploadChipProps) {
  const upload = useUpload(scope, list.import);
  if (list.import === undefined) return null;
  const handleClick = () => {
    onListChange({ ...list, import: undefined });
    // The chip disappears.
    table.current?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.bar}>
      <button type="button" className={classes.chip} aria-pressed onClick={handleClick}>
        {upload === undefined ? 'Upload' : `Upload ‘${upload.file_name}’`} <IconX size={14} aria-label="(remove this filter)" />
      </button>
    </div>
  );
}
