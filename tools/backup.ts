import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'libsql'
import { reasonOf, systemErrorCode } from '@parley/runtime'
import { downgradeSentence, isDamaged, overwriteRemains } from '@parley/statements'
import { ConfigError } from '../src/config/config-error.js'
import { readOperatorConfig } from '../src/config/operator-config.js'
import { readEnvironment } from '../src/config/env.js'
import { readDataState } from '../src/database/data-state.js'
import { hasDatabase, noDatabaseIn, readArguments, Refusal, runCommand, wrongUse } from './operator/command.js'

const usage = `npm run backup [-- FOLDER]
Copies the embedded database, the images and the secret to FOLDER, which must not exist, or to a new folder below DATA_DIR/backups.
The server can run meanwhile. Chat logs in MongoDB and images in a bucket are not copied.`

const damagedAdvice = 'keep the earlier backups; npm run doctor lists what is damaged'

// only the owner can read the copy, whatever it contains
process.umask(0o077)

// npm run backup [-- FOLDER]: a consistent copy of the embedded database, the images and the secret, also while the
// server runs; chat logs in MongoDB are not included
await runCommand(async () => {
  const [folder, ...others] = readArguments(usage, { args: process.argv.slice(2), allowPositionals: true }).positionals
  if (others.length > 0) throw wrongUse('Only one folder can be named.', usage)
  const { dataDir, databaseUrl, mongodbUrl, imageBucket } = readOperatorConfig(readEnvironment())
  const target = resolve(folder ?? join(dataDir, 'backups', new Date().toISOString().replaceAll(':', '')))
  if (databaseUrl !== undefined)
    throw new Refusal(
      `The ${mongodbUrl === undefined ? 'chats' : 'records'} are in PostgreSQL: back it up with pg_dump, then copy ${imageBucket ? 'the bucket' : join(dataDir, 'images')}.${chatLogsElsewhere(mongodbUrl)}`,
      64,
    )
  if (!hasDatabase(dataDir)) throw noDatabaseIn(dataDir)
  const state = await readDataState({ dataDir })
  if (state.unknown.length > 0) throw new ConfigError([`DATA_DIR: ${downgradeSentence(state.unknown)}`])
  if (existsSync(target)) throw new Refusal(`${target} exists already: name a folder that does not.`, 73)

  // the final name appears only when the copy is complete
  const unfinished = `${target}.unfinished`
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    // before and after the database: each row of the copy has its file, even when the image was added during the copy
    copyImages(join(dataDir, 'images'), join(unfinished, 'images'))
    copyDatabase(join(dataDir, 'parley.db'), join(unfinished, 'parley.db'))
    copyImages(join(dataDir, 'images'), join(unfinished, 'images'))
    copySecret(join(dataDir, 'jwt-secret'), join(unfinished, 'jwt-secret'))
    renameSync(unfinished, target)
  } catch (error) {
    removeIfThere(unfinished)
    const file = join(dataDir, 'parley.db')
    if (isDamaged(error))
      throw new ConfigError([`DATA_DIR: ${file} is damaged (${reasonOf(error)}): ${damagedAdvice}`], error)
    throw new Refusal(
      `${target} could not be written: ${error instanceof Error ? error.message : 'no reason'}`,
      73,
      error,
    )
  }
  const { size } = statSync(join(target, 'parley.db'))
  return `${target}: ${(size / 1e6).toFixed(1)} MB. To restore, start with DATA_DIR set to a copy of it.${chatLogsElsewhere(mongodbUrl)}${imageBucket ? imagesElsewhere() : ''}`
})

function imagesElsewhere(): string {
  return '\nThe images are not in it. They are in the bucket of IMAGES_URL: copy that with its own tools.'
}

function chatLogsElsewhere(mongodbUrl: string | undefined): string {
  return mongodbUrl === undefined
    ? ''
    : '\nThe chat logs are not in it. They are in MongoDB: back them up with mongodump.'
}

function copyDatabase(from: string, to: string): void {
  const database = new Sqlite(from)
  database.prepare('VACUUM INTO ?').run(to)
  database.close()
  overwriteRemains(to)
  const written = new Sqlite(to)
  const check = JSON.stringify(written.prepare('PRAGMA integrity_check').all())
  written.close()
  if (!check.includes('"ok"')) throw new Error(`the copy is not sound: ${check}`)
}

/** Files never change: one that exists in the copy is complete. */
function copyImages(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyImages(source, target)
    else if (!entry.name.endsWith('.draft') && !existsSync(target)) copyIfThere(source, target)
  }
}

/** The image may have been replaced in the meantime. */
function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
}

function copySecret(from: string, to: string): void {
  if (!existsSync(from)) return
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}

function removeIfThere(folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
