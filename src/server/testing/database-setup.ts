import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { isAlive, isServerOf, readPostmaster } from '#server/db/embedded/postmaster.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { administer, siblingUrl } from './database.ts';
import { startOtherPostgres } from './other-postgres.ts';

const FOLDER = 'turnout-cluster-';
const FIRST_WITH_STRATEGY = 150_000;
const template = `turnout_template_${process.pid}`;
let serverUrl = '';
let ownServer: { readonly url: string; readonly stop: () => Promise<void> } | undefined;
let dataDir: string | undefined;

/** Removes folders left by killed runs; their names contain the process id. */
function removeLeftovers(): void {
  const folders = fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(FOLDER) && !isAlive(Number(name.split('-')[2])));
  for (const folder of folders.map((name) => path.join(os.tmpdir(), name))) {
    const cluster = path.join(folder, 'postgres', 'cluster');
    const pid = readPostmaster(cluster)?.pid;
    if (pid !== undefined && isServerOf(cluster, pid)) process.kill(pid, 'SIGQUIT');
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function startOwnServer(): Promise<string> {
  removeLeftovers();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), `${FOLDER}${process.pid}-`));
  const major = process.env.TEST_POSTGRES;
  ownServer =
    major === undefined
      ? await startEmbedded({ dataDir, durable: false, log: { warn: (message) => process.stderr.write(`${message}\n`) } })
      : await startOtherPostgres(major, dataDir);
  return ownServer.url;
}

async function versionOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Number(rows[0]?.server_version_num);
  } finally {
    await client.end();
  }
}

/**
 * Starts a server for the run, of the major version `TEST_POSTGRES` if that is given, or uses that of `TEST_DATABASE_URL`, whose user must be allowed to create
 * databases; then migrates a template database.
 */
export async function setup(project: TestProject): Promise<void> {
  serverUrl = process.env.TEST_DATABASE_URL ?? (await startOwnServer());
  await administer(serverUrl, `drop database if exists ${template}`, `create database ${template}`);
  const { db, close } = openDatabase({
    url: siblingUrl(serverUrl, template),
    pool: 1,
    log: { warn: () => undefined },
    statementTimeoutMs: 0,
  });
  try {
    await migrate(db);
  } finally {
    await close();
  }
  const strategy = (await versionOf(serverUrl)) >= FIRST_WITH_STRATEGY ? 'strategy file_copy' : '';
  project.provide('database', { serverUrl, template, strategy });
}

export async function teardown(): Promise<void> {
  if (ownServer === undefined) await administer(serverUrl, `drop database if exists ${template}`);
  await ownServer?.stop();
  if (dataDir !== undefined) fs.rmSync(dataDir, { recursive: true, force: true });
}
