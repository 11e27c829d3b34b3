import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'libsql'
import { readConfig } from '../src/config/config.js'
import { readEnvironment } from '../src/config/env.js'

// npm run backup [-- FOLDER]: a consistent copy of the embedded database and the secret, also while the server runs
const { dataDir, databaseUrl } = readConfig(readEnvironment())
const target = resolve(process.argv[2] ?? join(dataDir, 'backups', new Date().toISOString().replaceAll(':', '')))

if (databaseUrl !== undefined) fail('The chats are in PostgreSQL: back it up with pg_dump.', 64)
if (!existsSync(join(dataDir, 'parley.db'))) fail(`There is no database in ${dataDir}.`, 66)
if (existsSync(target)) fail(`${target} exists already: name a folder that does not.`, 73)

const unfinished = `${target}.unfinished`
rmSync(unfinished, { recursive: true, force: true })
mkdirSync(unfinished, { recursive: true, mode: 0o700 })
const copy = join(unfinished, 'parley.db')
const database = new Sqlite(join(dataDir, 'parley.db'))
database.prepare('VACUUM INTO ?').run(copy)
database.close()
const written = new Sqlite(copy)
const check = JSON.stringify(written.prepare('PRAGMA integrity_check').all())
written.close()
if (!check.includes('"ok"')) fail(`The copy is not sound: ${check}`, 74)
if (existsSync(join(dataDir, 'jwt-secret'))) {
  copyFileSync(join(dataDir, 'jwt-secret'), join(unfinished, 'jwt-secret'))
  chmodSync(join(unfinished, 'jwt-secret'), 0o600)
}
renameSync(unfinished, target)
const { size } = statSync(join(target, 'parley.db'))
process.stdout.write(`${target}: ${(size / 1e6).toFixed(1)} MB. To restore, start with DATA_DIR set to a copy of it.\n`)

function fail(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}
