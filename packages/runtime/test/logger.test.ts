import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { QueryFailedError } from 'typeorm'
import { until } from '@parley/testing'
import { openLogOutput } from '../src/log-output.js'
import { createLogger, errorFields } from '../src/logger.js'

describe('an error in a log line', () => {
  it('has its type, code, message, stack and causes, and no values of a statement', () => {
    const cause = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
    const failed = new QueryFailedError('INSERT INTO entries VALUES (?)', ['what a client wrote'], cause)
    const line = JSON.stringify(errorFields(failed))
    expect(errorFields(failed)).toMatchObject({ type: 'QueryFailedError', code: 'SQLITE_FULL', message: 'disk full' })
    expect(line).not.toContain('what a client wrote')
    expect(JSON.stringify(errorFields(new Error('outer', { cause })))).toContain('disk full')
  })

  it('is bounded in length', () => {
    expect(JSON.stringify(errorFields(new Error('x'.repeat(1_000_000)))).length).toBeLessThan(20_000)
  })

  it('that is not an Error is logged by its type', () => {
    expect(errorFields('a secret')).toBe('string')
  })
})

describe('a log whose disk is full', () => {
  it('drops lines and counts them, keeps the one that was being written, and says when it works again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-log-'))
    const file = join(folder, 'log')
    // every write fails with ENOSPC
    const fd = openSync('/dev/full', 'w')
    const resumed: number[] = []
    const lower: number[] = []
    let dropped = 0
    const onDropped = () => void (dropped += 1)
    const output = openLogOutput({ fd, onDropped, onResumed: (lines) => void resumed.push(lines), retryMs: 1 })
    const log = createLogger('info', output)
    try {
      log.info({}, 'line.begun')
      await until(
        'a line is dropped',
        () => {
          log.info({}, 'line.dropped')
          return dropped
        },
        (count) => count > 0,
      )
      expect(resumed).toEqual([])
      // a file that is opened has the lowest free descriptor
      closeSync(fd)
      for (let opened = openSync(file, 'a'); opened !== fd; opened = openSync(file, 'a')) lower.push(opened)
      await until('the log is written again', () => resumed.length > 0)
      expect(resumed).toEqual([dropped])
      log.info({}, 'line.written')
      await until(
        'the later line is written',
        () => readFileSync(file, 'utf8'),
        (text) => text.includes('line.written'),
      )
      const names = [...readFileSync(file, 'utf8').matchAll(/"name":"([\w.]+)"/g)].map(([, name]) => name)
      expect([names[0], names.at(-1)]).toEqual(['line.begun', 'line.written'])
    } finally {
      for (const opened of [...lower, fd]) closeSync(opened)
      rmSync(folder, { recursive: true })
    }
  })
})
