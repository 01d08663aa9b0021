import { statfs } from 'node:fs/promises';
import type { Version } from '#server/version.ts';
import type { Metric, Sample } from './metric.ts';

interface ProcessFacts extends Version {
  readonly roles: { readonly web: boolean; readonly worker: boolean };
  readonly dataDir: string;
}

/** Unknown where the folder is not made yet. */
async function spaceOf(
  folder: string,
  blocksOf: (space: { readonly blocks: number; readonly bavail: number }) => number,
): Promise<Sample[]> {
  try {
    const space = await statfs(folder);
    return [{ value: blocksOf(space) * space.bsize }];
  } catch {
    return [];
  }
}

/** What runs here, and the disk on which it keeps its files. */
export const processMetrics = ({ version, commit = '', roles, dataDir }: ProcessFacts): Metric[] => [
  {
    name: 'turnout_info',
    help: 'What runs here; always 1',
    kind: 'gauge',
    labels: ['version', 'commit', 'web', 'worker'],
    read: () => [{ labels: { version, commit, web: String(roles.web), worker: String(roles.worker) }, value: 1 }],
  },
  {
    name: 'turnout_data_disk_bytes',
    help: 'Size of the disk with DATA_DIR',
    kind: 'gauge',
    read: async () => spaceOf(dataDir, ({ blocks }) => blocks),
  },
  {
    name: 'turnout_data_disk_free_bytes',
    help: 'Free space on the disk with DATA_DIR',
    kind: 'gauge',
    read: async () => spaceOf(dataDir, ({ bavail }) => bavail),
  },
];
