import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { downgradeSentence } from '@parley/statements'
import { examineChatLogStore } from '../main/adapters/chat-log-store.js'
import type { Config } from '../src/config/config.js'
import { asFaultOf, ConfigError } from '../src/config/config-error.js'
import { readEnvironment } from '../src/config/env.js'
import { readOperatorConfig } from '../src/config/operator-config.js'
import { packageVersion } from '../src/package-root.js'
import { readDataState } from '../src/database/data-state.js'
import { openUnchanged } from '../src/database/open-database.js'
import { hasDatabase, noDatabaseIn, readArguments, runCommand } from './operator/command.js'

const usage = `npm run upgrade-check [-- --json]
Reports what the first start of this version would change in the data. It changes nothing.
Exit code 0: this version can start; 1: its start is refused; 64 and above: the data could not be read.`

// npm run upgrade-check: reads the stores, whether or not a server runs
await runCommand(async () => {
  const { values } = readArguments(usage, { args: process.argv.slice(2), options: { json: { type: 'boolean' } } })
  const report = await reportOf(readOperatorConfig(readEnvironment()))
  if (!report.canStart) process.exitCode = 1
  return values.json ? JSON.stringify(report) : textOf(report)
})

type Report = Awaited<ReturnType<typeof reportOf>>

async function reportOf(config: Config) {
  const { databaseUrl: url, dataDir } = config
  const file = join(dataDir, 'parley.db')
  if (url === undefined && !hasDatabase(dataDir)) throw noDatabaseIn(dataDir)
  const state = await readDataState({ url, dataDir }).catch(asFaultOf('DATABASE_URL'))
  const isReadable = state.unknown.length === 0 && state.applied > 0
  const { refusals, mongodbIndexes } = isReadable ? await examine(config) : { refusals: [], mongodbIndexes: null }
  return {
    version: packageVersion(),
    database: url === undefined ? 'sqlite' : 'postgres',
    ...state,
    canStart: state.unknown.length === 0 && refusals.length === 0,
    /** Why the start is refused with these settings. */
    refusals,
    /** Indexes that the start creates in MongoDB; null without it. */
    mongodbIndexes,
    /** What `npm run backup` writes, and what is free in the file system of the data folder; null on PostgreSQL. */
    backupBytes: url === undefined ? bytesOf([file, `${file}-wal`, join(dataDir, 'images')]) : null,
    freeBytes: url === undefined ? freeIn(dataDir) : null,
  }
}

/** What the start itself checks of the stores. */
async function examine(config: Config) {
  const { databaseUrl: url, databaseLimits: limits, dataDir } = config
  const database = await openUnchanged({ url, dataDir, limits, isOfCommand: true })
  try {
    return { refusals: [], mongodbIndexes: await examineChatLogStore(config, database) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { refusals: error.faults, mongodbIndexes: null }
  } finally {
    await database.close()
  }
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
  const { release, applied, pending, unknown, refusals, mongodbIndexes: indexes } = report
  if (unknown.length > 0) return `Refused by this version: ${downgradeSentence(unknown)}.`
  if (applied === 0) return 'The database is empty: the first start creates its tables.'
  const ofRelease = release === null ? 'of a version between two releases' : `of release ${release}`
  const migrations = [
    `The data is ${ofRelease}. The first start of this version changes it:`,
    ...pending.map(({ name, effect }) => `  ${name}: ${effect}`),
    backupAdvice(report),
    'The way back is the backup. An earlier version refuses the data, but 0.1.0 does not: never start it afterwards.',
  ]
  return [
    ...(refusals.length > 0
      ? ['With these settings the start is refused:', ...refusals.map((fault) => `  ${fault}`)]
      : []),
    ...(pending.length > 0 ? migrations : ['Nothing to migrate: the data is that of this version.']),
    ...(indexes && indexes.length > 0
      ? ['The start creates indexes in MongoDB, while other instances go on:', ...indexes.map((index) => `  ${index}`)]
      : []),
  ].join('\n')
}

function backupAdvice({ backupBytes, freeBytes }: Report): string {
  if (backupBytes === null || freeBytes === null) return 'Make a backup first (docs/reference/backups.md).'
  const doubt = freeBytes < 2 * backupBytes ? ', which may be too little' : ''
  return `Make a backup first: npm run backup writes ${megabytes(backupBytes)}, and ${megabytes(freeBytes)} are free${doubt}.`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
