import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import Sqlite from 'libsql'
import { WriteAheadLog } from '../../src/database/write-ahead-log.js'

const lines: { readonly event: string; readonly fields: object }[] = []
const add = (fields: object, event: string) => void lines.push({ event, fields })
const log = { debug: add, info: add, warn: add, error: add }

let folder: string
let file: string
let writer: Sqlite.Database
let cutter: Sqlite.Database
beforeEach(() => {
  lines.length = 0
  folder = mkdtempSync(join(tmpdir(), 'parley-log-'))
  file = join(folder, 'parley.db')
  writer = new Sqlite(file)
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE texts (text)')
  cutter = new Sqlite(file, { timeout: 0 })
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  for (const connection of [writer, cutter]) connection.close()
  rmSync(folder, { recursive: true })
})

const size = () => statSync(`${file}-wal`).size
const open = () => new WriteAheadLog({ connection: cutter, file, log })
const write = () => writer.exec(`INSERT INTO texts VALUES (hex(randomblob(10000)))`)

it('is cut 10 s after the start, for the log of a process that was killed, and 10 s after a write', () => {
  const wal = open()
  expect(size()).toBeGreaterThan(0)
  jest.advanceTimersByTime(10_000)
  expect(size()).toBe(0)
  write()
  wal.written()
  jest.advanceTimersByTime(9_000)
  expect(size()).toBeGreaterThan(0)
  jest.advanceTimersByTime(1_000)
  expect(size()).toBe(0)
  expect(jest.getTimerCount()).toBe(0)
  expect(lines).toEqual([])
})

it('is kept while another program reads from it, with one line after a minute, and cut within a second afterwards', () => {
  const wal = open()
  const reader = new Sqlite(file)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM texts').get()
  write()
  wal.written()
  jest.advanceTimersByTime(69_000)
  expect(lines).toEqual([])
  jest.advanceTimersByTime(2_000)
  const kept = { event: 'write_ahead_log.kept', fields: { bytes: size() } }
  expect(lines).toEqual([kept])
  write()
  wal.written()
  jest.advanceTimersByTime(600_000)
  expect(lines).toEqual([kept])
  expect(size()).toBeGreaterThan(kept.fields.bytes)
  reader.exec('COMMIT')
  jest.advanceTimersByTime(1_000)
  expect(size()).toBe(0)
  expect(lines).toEqual([kept, { event: 'write_ahead_log.cut', fields: {} }])
  reader.close()
})

it('waits for no transaction that writes', () => {
  const wal = open()
  writer.exec('BEGIN IMMEDIATE')
  write()
  jest.advanceTimersByTime(10_000)
  writer.exec('COMMIT')
  expect(size()).toBeGreaterThan(0)
  jest.advanceTimersByTime(1_000)
  expect(size()).toBe(0)
  wal.close()
  expect(jest.getTimerCount()).toBe(0)
})
