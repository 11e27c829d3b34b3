import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { readConfig } from '../../src/config/config.js'
import { faultsIn } from '../support/app/config-faults.js'

const folder = mkdtempSync(join(tmpdir(), 'parley-policy-'))
const file = join(folder, 'policy.json')
afterAll(() => rmSync(folder, { recursive: true }))

const environment = (content: string) => {
  writeFileSync(file, content)
  return { MEMBERSHIP_POLICY_FILE: file }
}
const policyOf = (policy: object) => readConfig(environment(JSON.stringify(policy))).membershipPolicy
const faultsOf = (content: string) => faultsIn(environment(content))
const known = 'messagesPerDay, tokensPerMonth, contextTokens, concurrentGenerations, models, priority'

describe('the file of MEMBERSHIP_POLICY_FILE', () => {
  it('replaces single values of the defaults', () => {
    const { membershipPolicy: defaults } = readConfig({})
    expect(policyOf({})).toEqual(defaults)
    const { BASIC, VIP, ADMIN } = policyOf({
      BASIC: { messagesPerDay: 100, models: ['Local', 'hosted4.1'], contextTokens: 4_096 },
      VIP: { tokensPerMonth: false, models: 'all', priority: 'normal' },
      ADMIN: { concurrentGenerations: 2 },
    })
    expect(BASIC).toEqual({
      ...defaults.BASIC,
      messagesPerDay: 100,
      models: ['Local', 'hosted4.1'],
      contextTokens: 4_096,
    })
    expect(VIP).toEqual({ ...defaults.VIP, tokensPerMonth: undefined, models: 'all', priority: 'normal' })
    expect(ADMIN).toEqual({ ...defaults.ADMIN, concurrentGenerations: 2 })
  })

  it('may name configured hosted models', () => {
    const env = { ...environment('{"BASIC":{"models":["mine"]}}'), HOSTED_MODELS: '{"mine":"a-model"}' }
    expect(readConfig(env).membershipPolicy.BASIC.models).toEqual(['mine'])
  })

  it('is shown in the documents with values that work', () => {
    const env = { MEMBERSHIP_POLICY_FILE: 'docs/reference/membership-policy.example.json' }
    expect(faultsIn(env)).toEqual([])
    expect(readConfig(env).membershipPolicy.BASIC.messagesPerDay).toBe(200)
    expect(readFileSync('docs/reference/limits.md', 'utf8')).toContain('membership-policy.example.json')
  })

  it('is not read when accounts have no limits', () => {
    expect(faultsIn({ MEMBERSHIP_POLICY_FILE: join(folder, 'absent'), ROLES: 'office' })).toEqual([])
  })

  it.each([
    ['-----BEGIN SECRET-----', ['must name a file that is a JSON object such as {"BASIC":{"messagesPerDay":100}}']],
    ['[]', ['must name a file that is a JSON object such as {"BASIC":{"messagesPerDay":100}}']],
    ['{"basic":{}}', ['knows only BASIC, VIP, ADMIN']],
    ['{"BASIC":7}', ['must give BASIC as an object such as {"messagesPerDay":100}']],
    ['{"VIP":{"secret":"x"}}', [`knows of VIP only ${known}`]],
    [
      '{"BASIC":{"models":["Local","secret"]}}',
      ['must give BASIC.models as "all" or as a list of Local, hosted4o_mini, hosted4.1, hosted4.1_mini'],
    ],
    [
      '{"BASIC":{"models":[]},"ADMIN":{"priority":"secret"}}',
      [
        'must give BASIC.models as "all" or as a list of Local, hosted4o_mini, hosted4.1, hosted4.1_mini',
        'must give ADMIN.priority as "high" or "normal"',
      ],
    ],
    [
      '{"BASIC":{"messagesPerDay":0,"tokensPerMonth":"9","contextTokens":127,"concurrentGenerations":null}}',
      [
        'must give BASIC.messagesPerDay as a whole number from 1 to 1000000000, or as false for no limit',
        'must give BASIC.tokensPerMonth as a whole number from 1 to 1000000000000, or as false for no limit',
        'must give BASIC.contextTokens as a whole number from 128 to 10000000, or as false for no limit',
        'must give BASIC.concurrentGenerations as a whole number from 1 to 1000000, or as false for no limit',
      ],
    ],
    [
      '{"VIP":{"messagesPerDay":true,"__proto__":1}}'.replace('true', '1.5'),
      [
        'must give VIP.messagesPerDay as a whole number from 1 to 1000000000, or as false for no limit',
        `knows of VIP only ${known}`,
      ],
    ],
  ])('has every fault named, and no content repeated: %#', (content, sentences) => {
    const faults = faultsOf(content)
    expect(faults).toEqual(sentences.map((sentence) => `MEMBERSHIP_POLICY_FILE: ${sentence}`))
    expect(faults.join()).not.toMatch(/secret/i)
  })

  it('must exist, be a file, and have at most 1 MiB', () => {
    expect(faultsIn({ MEMBERSHIP_POLICY_FILE: join(folder, 'absent') })).toEqual([
      'MEMBERSHIP_POLICY_FILE: names a file that cannot be read (ENOENT)',
    ])
    expect(faultsIn({ MEMBERSHIP_POLICY_FILE: '/dev/zero' })).toEqual(['MEMBERSHIP_POLICY_FILE: must name a file'])
    expect(faultsOf(' '.repeat(1_048_577))).toEqual(['MEMBERSHIP_POLICY_FILE: must name a file of at most 1 MiB'])
  })
})
