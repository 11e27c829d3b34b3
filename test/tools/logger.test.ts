import { describe, expect, it } from '@jest/globals'
import { QueryFailedError } from 'typeorm'
import { errorFields } from '../../src/logger.js'

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
