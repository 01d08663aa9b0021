import { IconX } from '#admin/ui/layout/icons.tsx';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { AttendeeListParams } from '../attendee-list-params.ts';
import { useUpload } from '../use-upload.ts';
import classes from './upload-chip.module.css';

interface UploadChipProps {
  scope: SubmissionScope;
  list: AttendeeListParams;
  onListChange: (list: AttendeeListParams) => void;
}

/** The upload that the list is narrowed to; a click shows all attendees again. */
export function UploadChip({ scope, list, onListChange }: UploadChipProps) {
  const upload = useUpload(scope, list.import);
  if (list.import === undefined) return null;
  return (
    <div className={classes.bar}>
      <button type="button" className={classes.chip} aria-pressed onClick={() => onListChange({ ...list, import: undefined })}>
        {upload === undefined ? 'Upload' : `Upload ‘${upload.file_name}’`} <IconX size={14} aria-label="(remove this filter)" />
      </button>
    </div>
  );
}
