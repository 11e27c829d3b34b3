import { describe, expect, it } from '@jest/globals'
import { readEnvironment } from '../../src/config/env.js'

describe('readEnvironment', () => {
  it('treats an empty variable as unset', () => {
    process.env['PARLEY_TEST_EMPTY'] = ''
    process.env['PARLEY_TEST_FULL'] = 'x'
    const environment = readEnvironment()
    delete process.env['PARLEY_TEST_EMPTY']
    delete process.env['PARLEY_TEST_FULL']
    expect(environment).toMatchObject({ PARLEY_TEST_FULL: 'x' })
    expect(environment).not.toHaveProperty('PARLEY_TEST_EMPTY')
  })
})
