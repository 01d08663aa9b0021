// npm run resume [-- --as-failed]: lets Turnout send again after a restore. With --as-failed, steps that waited at the restore are left to staff.
import { resumeSending } from '#server/registrations/resume-sending.ts';
import { refuse, runOnDatabase } from './database-command.ts';

const AS_FAILED = '--as-failed';
const given = process.argv.slice(2);
if (given.some((word) => word !== AS_FAILED)) refuse(`Usage: npm run resume [-- ${AS_FAILED}]`);
else await runOnDatabase(async ({ database }) => resumeSending(database.db, { asFailed: given.includes(AS_FAILED) }));
