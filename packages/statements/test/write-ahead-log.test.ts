import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import Sqlite from 'libsql'
import { until } from '@parley/testing'
import { WriteAheadLog } from '../src/sqlite/write-ahead-log.js'

const lines: { readonly event: string; readonly fields: object }[] = []
const add = (fields: object, event: string) => void lines.push({ event, fields })
const log = { debug: add, info: add, warn: add, error: add }

/** What it does while the connection has no transaction. */
let running = Promise.resolve()
const between = (work: () => Promise<void>) => void (running = running.then(work))

let folder: string
let file: string
let writer: Sqlite.Database
let cutter: Sqlite.Database
let wal: WriteAheadLog
beforeEach(() => {
  lines.length = 0
  folder = mkdtempSync(join(tmpdir(), 'parley-log-'))
  file = join(folder, 'parley.db')
  writer = new Sqlite(file)
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE texts (text)')
  writer.pragma('wal_autocheckpoint = 0')
  cutter = new Sqlite(file, { timeout: 0 })
  jest.useFakeTimers()
  wal = new WriteAheadLog({ connection: cutter, between, file, log })
})
afterEach(async () => {
  jest.useRealTimers()
  await wal.close()
  for (const connection of [writer, cutter]) connection.close()
  rmSync(folder, { recursive: true })
})

const size = () => statSync(`${file}-wal`).size
const write = (bytes = 10_000) => writer.exec(`INSERT INTO texts VALUES (hex(randomblob(${String(bytes / 2)})))`)
const isCut = () => until('the log is cut', () => size() === 0)
/** Waits for the cut, and lets the next one begin after `ms`. */
const advance = async (ms: number) => {
  jest.advanceTimersByTime(ms)
  await running
}

it('is cut at the start, for the log of a process that was killed, and 10 s after a write', async () => {
  expect(size()).toBeGreaterThan(0)
  await wal.start()
  expect(size()).toBe(0)
  await wal.ready()
  write()
  wal.written()
  jest.advanceTimersByTime(9_000)
  expect(size()).toBeGreaterThan(0)
  jest.advanceTimersByTime(1_000)
  await isCut()
  expect(lines).toEqual([])
})

it('is written again from its beginning after 1,000 pages, without a flush by the writer', async () => {
  /** How often the log has begun anew, by its header. */
  const rounds = () => readFileSync(`${file}-wal`).readUInt32BE(12)
  const before = rounds()
  for (const round of [1, 2]) {
    await wal.ready()
    write(4_200_000)
    const long = size()
    expect(rounds()).toBe(before + round - 1)
    await wal.ready()
    // by the background connection
    expect(rounds()).toBe(before + round)
    write()
    await wal.ready()
    expect(rounds()).toBe(before + round)
    // and the pages whose unused space was overwritten
    expect(size()).toBeLessThan(long + 100_000)
  }
})

it('is kept while another program reads from it, with one line after a minute, and cut within a second afterwards', async () => {
  const reader = new Sqlite(file)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM texts').get()
  write()
  wal.written()
  for (let second = 0; second < 69; second += 1) await advance(1_000)
  expect(lines).toEqual([])
  for (let second = 0; second < 3; second += 1) await advance(1_000)
  const kept = { event: 'write_ahead_log.kept', fields: { bytes: size() } }
  expect(lines).toEqual([kept])
  write(8_000_000)
  wal.written()
  for (let second = 0; second < 60; second += 1) await advance(1_000)
  expect(lines).toEqual([kept])
  expect(size()).toBeGreaterThan(8_000_000)
  reader.exec('COMMIT')
  jest.advanceTimersByTime(1_000)
  await isCut()
  await until('it is logged', () => lines.length === 2)
  expect(lines).toEqual([kept, { event: 'write_ahead_log.cut', fields: {} }])
  reader.close()
})

it('waits for no transaction that writes', async () => {
  wal.written()
  writer.exec('BEGIN IMMEDIATE')
  write()
  await advance(10_000)
  writer.exec('COMMIT')
  expect(size()).toBeGreaterThan(0)
  jest.advanceTimersByTime(1_000)
  await isCut()
})
