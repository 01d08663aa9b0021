import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../docs/requirements');
const RULE = /^\| ([A-Z]+-?\d+) \|/gm;
const RULING = /^\*\*(D\d+)\.\*\*/gm;

function idsIn(pattern: RegExp): string[] {
  const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return pages.flatMap((page) => [...page.matchAll(pattern)].map(([, id = '']) => id));
}

/** The ids of all rules in docs/requirements, such as AUTH-1. */
export const requirementIds = (): string[] => idsIn(RULE);

/** The ids of all rulings, such as D1. */
export const rulingIds = (): string[] => idsIn(RULING);
