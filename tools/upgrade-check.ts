import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../src/config/config.js'
import { asFaultOf } from '../src/config/config-error.js'
import { readEnvironment } from '../src/config/env.js'
import { readOperatorConfig } from '../src/config/operator-config.js'
import { packageVersion } from '../src/config/package-root.js'
import { downgradeSentence, readDataState } from '../src/database/data-state.js'
import { hasDatabase, noDatabaseIn, readArguments, runCommand } from './operator/command.js'

const usage = `npm run upgrade-check [-- --json]
Reports what the first start of this version would change in the data. It changes nothing.
Exit code 0: this version can start; 1: the data is of a later version; 64 and above: the data could not be read.`

// npm run upgrade-check: reads the stores, whether or not a server runs
await runCommand(async () => {
  const { values } = readArguments(usage, { args: process.argv.slice(2), options: { json: { type: 'boolean' } } })
  const report = await reportOf(readOperatorConfig(readEnvironment()))
  if (!report.canStart) process.exitCode = 1
  return values.json ? JSON.stringify(report) : textOf(report)
})

type Report = Awaited<ReturnType<typeof reportOf>>

async function reportOf({ databaseUrl: url, dataDir, mongodbUrl }: Config) {
  const file = join(dataDir, 'parley.db')
  if (url === undefined && !hasDatabase(dataDir)) throw noDatabaseIn(dataDir)
  const state = await readDataState({ url, dataDir })
  return {
    version: packageVersion(),
    database: url === undefined ? 'sqlite' : 'postgres',
    ...state,
    canStart: state.unknown.length === 0,
    /** Indexes that the start creates in MongoDB; null without it. */
    mongodbIndexes: mongodbUrl === undefined ? null : await missingIndexes(mongodbUrl),
    /** What `npm run backup` writes, and what is free in the file system of the data folder; null on PostgreSQL. */
    backupBytes: url === undefined ? bytesOf([file, `${file}-wal`, join(dataDir, 'images')]) : null,
    freeBytes: url === undefined ? freeIn(dataDir) : null,
  }
}

async function missingIndexes(url: string): Promise<string[]> {
  // loads the driver only in installations with MongoDB
  const { MongoConnection } = await import('../src/ports/chat-log-store/mongo-connection.js')
  return MongoConnection.missingIndexes(url).catch(asFaultOf('MONGODB_URL'))
}

function bytesOf(paths: readonly string[]): number {
  return paths.filter(existsSync).reduce((sum, path) => {
    const stats = statSync(path)
    return sum + (stats.isDirectory() ? bytesOf(readdirSync(path).map((name) => join(path, name))) : stats.size)
  }, 0)
}

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function textOf(report: Report): string {
  const { version, release, applied, pending, unknown, mongodbIndexes: indexes, backupBytes, freeBytes } = report
  if (unknown.length > 0) return `Refused by Parley ${version}: ${downgradeSentence(report)}.`
  if (applied === 0) return 'The database is empty: the first start creates its tables.'
  const ofRelease = release === null ? 'of a version between two releases' : `of release ${release}`
  const lines = [
    ...pending.map(({ name, effect }) => `  ${name}: ${effect}`),
    ...(indexes ?? []).map((index) => `  an index in MongoDB: ${index}; other instances go on meanwhile`),
  ]
  if (lines.length === 0) return `Nothing to migrate: the data is that of Parley ${version}.`
  const needs =
    backupBytes === null || freeBytes === null
      ? 'Make a backup first (docs/reference/backups.md).'
      : `Make a backup first: npm run backup writes ${megabytes(backupBytes)}, and ${megabytes(freeBytes)} are free${freeBytes < 2 * backupBytes ? ', which may be too little' : ''}.`
  return [
    `The data is ${ofRelease}. The first start of Parley ${version} changes it:`,
    ...lines,
    needs,
    'Afterwards an earlier version refuses the data: the way back is the backup.',
  ].join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
