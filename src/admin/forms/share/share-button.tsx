import { Button, Popover } from '@mantine/core';
import { IconLink } from '#admin/ui/layout/icons.tsx';
import { type SharedForm, ShareForm } from './share-form.tsx';
import classes from './share.module.css';

/** The Share button of a series or marketing form. */
export function ShareButton({ form }: { form: SharedForm }) {
  return (
    <Popover position="bottom-end" width="min(400px, calc(100vw - 32px))" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button variant="default" aria-haspopup="dialog" leftSection={<IconLink />}>
          Share
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} role="dialog" aria-label="Share the form">
        <ShareForm form={form} />
      </Popover.Dropdown>
    </Popover>
  );
}
