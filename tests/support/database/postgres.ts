import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import { inject } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import type { Tables } from '#server/db/tables.ts';
import { startCluster } from './postgres-cluster.ts';

/** The tests' PostgreSQL: its URL, and the migrated template database that tests clone. */
export type TestPostgres = { readonly url: string; readonly template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const newName = (what: string) => `hevre_${what}_${randomBytes(6).toString('hex')}`;

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function command(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Migrates the template over a connection without the server's timeouts, since other work of this process blocks it for
 * longer than they allow.
 */
async function migrateTemplate(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

/** Connects to `TEST_DATABASE_URL`, or starts a temporary cluster, and creates the template. */
export async function startPostgres(): Promise<TestPostgres & { stop(): Promise<void> }> {
  const configuredUrl = process.env['TEST_DATABASE_URL'];
  const cluster = configuredUrl ? null : await startCluster();
  const url = configuredUrl ?? cluster?.url ?? '';
  const template = newName('template');
  const stop = async () => {
    if (cluster) await cluster.stop();
    else await command(url, `drop database if exists ${template} with (force)`);
  };
  try {
    await command(url, `create database ${template}`);
    await migrateTemplate(databaseUrl(url, template));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, template, stop };
}

/** Creates a database for one test, migrated or empty (`blank`); call `drop` afterwards. */
export async function createTestDatabase({ blank = false } = {}): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const { url, template } = inject('postgres');
  const name = newName('test');
  await command(url, `create database ${name}${blank ? '' : ` template ${template}`}`);
  return {
    url: databaseUrl(url, name),
    drop: () => command(url, `drop database if exists ${name} with (force)`),
  };
}
