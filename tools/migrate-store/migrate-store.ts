import { AppError, StoreDamaged } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import { readArguments, Refusal } from '../operator/command.js'
import type { Move, Transfer } from './move.js'
import { openMoves } from './open-moves.js'

const usage = `npm run migrate-store -- [--dry-run]
Copies what is in a data folder (DATA_DIR) to other stores, which the settings of the new installation name:
  DATABASE_URL  the SQLite database, with the chat logs unless MONGODB_URL is set too, to an empty PostgreSQL database
  MONGODB_URL   the chat logs to an empty MongoDB database
  IMAGES_URL    the images to a bucket
Any of them is enough; only what is set is moved. Stop the server first. For example:
  DATA_DIR=./data DATABASE_URL=postgres://parley:secret@db.example:5432/parley npm run migrate-store
--dry-run shows what would be copied, with an estimate of the time, and writes nothing.
An interrupted run continues when it is run again. At the end counts and checksums of both sides are compared. The data folder
stays as it is; with MONGODB_URL alone one row of its database records at the end where the chat logs are.
Afterwards start the server with the same settings, and with the same JWT_SECRET or the file DATA_DIR/jwt-secret.
Exit code 0: everything is in the target and equal; 1: something differs; 64 and above: it could not be copied.`

/** Runs the command; calls `say` with lines of progress. Returns the last lines and the exit code. */
export async function migrateStore(
  args: readonly string[],
  readConfig: () => Config,
  say: (line: string) => void,
): Promise<{ summary: string; exitCode: number }> {
  const options = { 'dry-run': { type: 'boolean' } } as const
  const { 'dry-run': isDryRun = false } = readArguments(usage, { args: [...args], options }).values
  const config = readConfig()
  try {
    const { moves, close } = await openMoves(config)
    return await runMoves(moves, isDryRun, say).finally(close)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE' || error instanceof StoreDamaged) throw error
    throw new Refusal(`${error.message}. Run the command again when it can: it continues where it stopped.`, 69, error)
  }
}

async function runMoves(moves: readonly Move[], isDryRun: boolean, say: (line: string) => void) {
  if (moves.length === 0) return { summary: 'Nothing is left to move.', exitCode: 0 }
  const inspected: boolean[] = []
  for (const move of moves) inspected.push(await move.inspect())
  const isFinished = inspected.includes(true)
  const transfers = moves.flatMap((move) => move.transfers)
  for (const { name, rows } of transfers) if (rows > 0) say(`${name}: ${count(rows)}`)
  const estimateMs = transfers.reduce((sum, { rows, msPerRow }) => sum + rows * msPerRow, 2_000)
  say(`About ${Math.ceil(estimateMs / 1_000)} seconds for the copy. The comparison then reads both sides again.`)
  if (isDryRun) return { summary: 'Nothing was written.', exitCode: 0 }
  const startedAt = performance.now()
  let copied = 0
  if (isFinished) say('An earlier run has copied everything: the stores are only compared.')
  else {
    for (const move of moves) await move.begin()
    for (const transfer of transfers) copied += await copy(transfer, say)
    say('Creating indexes.')
    for (const move of moves) await move.complete()
  }
  const seconds = (performance.now() - startedAt) / 1_000
  say('Comparing.')
  const differences: string[] = []
  for (const transfer of transfers) {
    const { name } = transfer
    const { source, target } = await transfer.compare(progressOf(transfer, 'compared', say))
    if (source.rows !== target.rows)
      differences.push(`${name}: ${count(source.rows)} here, ${count(target.rows)} there.`)
    else if (source.checksum !== target.checksum)
      differences.push(`${name}: the checksums of ${count(source.rows)} differ.`)
  }
  if (differences.length > 0)
    return { summary: [...differences, isFinished ? adviceAfterwards : advice].join('\n'), exitCode: 1 }
  for (const move of moves) await move.finish()
  const rows = transfers.reduce((sum, transfer) => sum + transfer.rows, 0)
  const speed = isFinished
    ? ''
    : `, ${count(copied)} of them copied in ${seconds.toFixed(1)} s (${count(copied / seconds)} in a second)`
  return { summary: `${count(rows)} rows and files are equal in counts and checksums${speed}.`, exitCode: 0 }
}

const advice = 'One side has changed since the copy began. To begin again, empty the target.'
const adviceAfterwards =
  'One side has changed since the copy was complete, as it does when a server runs on it. Keep a target that a server uses.'

/** Returns the number of rows that this run has copied. */
async function copy(transfer: Transfer, say: (line: string) => void): Promise<number> {
  const report = progressOf(transfer, 'copied', say)
  let earlier: number | undefined
  let last = 0
  for await (const done of transfer.copy()) {
    earlier ??= done
    last = done
    report(done)
  }
  if (transfer.rows > 0) say(`${transfer.name}: copied`)
  return last - (earlier ?? 0)
}

/** Calls `say` at most once in a second. */
function progressOf({ name, rows }: Transfer, done: string, say: (line: string) => void): (number: number) => void {
  let saidAt = performance.now()
  return (number) => {
    if (performance.now() - saidAt < 1_000) return
    saidAt = performance.now()
    say(`${name}: ${done} ${count(number)} of ${count(rows)}`)
  }
}

const count = (number: number) => Math.round(number).toLocaleString('en')
