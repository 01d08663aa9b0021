// Texts about the server itself.

export const BACKUP_FAILED = 'The nightly backup failed';
export const BACKUP_IS_TRIED_AGAIN = 'It is retried every hour.';
