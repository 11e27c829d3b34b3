import { describe, expect, it } from '@jest/globals'
import { messagesOf, type Prompt } from '@parley/engine'
import type { BackendJob } from '../../ai-workers/backends/backend.js'
import { fitHosted } from '../../ai-workers/backends/hosted/fit-hosted.js'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { rolePlay } from '../../ai-workers/prompts/character.js'
import { demonstrationPrompt } from '../../ai-workers/prompts/demonstration-prompt.js'
import { keptOf } from '../../ai-workers/prompts/kept.js'
import { jobsWithFewerExtras } from '../../ai-workers/prompts/lore.js'
import { withNewestTurns } from '../../ai-workers/prompts/newest-turns.js'
import { officeSystem } from '../../ai-workers/prompts/office.js'
import type { JobLore } from '../../src/ports/reply-generator/reply-generator.js'

const now = Date.UTC(2026, 2, 1)
const character = { name: 'Mira', greeting: '', context: 'A captain.' }
const persona = { name: 'Nova', description: 'A pilot.' }
const job = (change: Partial<BackendJob> = {}): BackendJob => ({
  ...{ id: '1', kind: 'character', model: 'Local', message: 'Hello', history: [], character },
  ...{ searchAccess: false, deadline: Infinity, roomInstructions: 'Be brief.', ...change },
})
const systemOf = (change: Partial<BackendJob>) =>
  messagesOf(buildPrompt(job(change), { now }))[0]
    ?.text.replace(rolePlay, 'R')
    .replace(officeSystem, 'O')
const sheet = 'R\n\nName: Mira\n\nPersonality and background:\nA captain.'
const lore = [0, 1].map((rank): JobLore => ({
  text: `lore ${rank}`,
  position: 'AFTER_CHARACTER',
  depth: 0,
  role: 'SYSTEM',
  rank,
}))

describe('a prompt with a persona', () => {
  it('has it once, behind the character, whose texts stay the common beginning', () => {
    expect(systemOf({ persona, lore })).toBe(`${sheet}\n\nThe user is Nova:\nA pilot.\n\nlore 0\n\nlore 1\n\nBe brief.`)
  })

  it('names the sender of an earlier message that has another one, except with the bundled model', () => {
    const history = [
      { inputData: 'One', outputData: 'Aye', speaker: 'Vega' },
      { inputData: 'Two', outputData: 'Aye' },
    ]
    const saidIn = (prompt: Prompt) => messagesOf(prompt).flatMap(({ role, text }) => (role === 'user' ? text : []))
    const asked = job({ history, persona })
    expect(saidIn(buildPrompt(asked, { now }))).toEqual(['Vega: One', 'Two', 'Hello'])
    expect(saidIn(buildPrompt(withNewestTurns(asked, 2), { now }))).toEqual(['Vega: One', 'Two', 'Hello'])
    expect(saidIn(demonstrationPrompt(asked, { now }, 2))).toEqual(['One', 'Two', 'Hello'])
  })

  it('has the name alone for one without a description', () => {
    expect(systemOf({ persona: { ...persona, description: '' } })).toBe(`${sheet}\n\nThe user is Nova.\n\nBe brief.`)
  })

  it('says that one with the name of the character is another person', () => {
    expect(systemOf({ persona: { ...persona, name: 'MIRA' } })).toBe(
      `${sheet}\n\nThe user is another person with the same name, MIRA:\nA pilot.\n\nBe brief.`,
    )
  })

  it('has it behind the text of the assistant', () => {
    expect(systemOf({ kind: 'office', character: undefined, persona })).toBe(
      'O\n\nThe user is Nova:\nA pilot.\n\nBe brief.',
    )
  })

  it('has it in the system text of the bundled model, and nothing of it without one', () => {
    const bundled = (change: Partial<BackendJob>) =>
      messagesOf(demonstrationPrompt(job(change), { now }, 5)).map(({ text }) => text)
    const [system, ...rest] = bundled({ persona })
    const [plain, ...others] = bundled({})
    expect(system?.replace('\n\nThe user is Nova:\nA pilot.', '')).toBe(plain)
    expect(rest).toEqual(others)
  })
})

describe('a persona without room', () => {
  it('leaves with its name, after the lore', () => {
    const tries = jobsWithFewerExtras(job({ lore, persona }))
    expect(tries.map((each) => [each.lore?.length ?? 0, each.persona?.description])).toEqual([
      [2, 'A pilot.'],
      [1, 'A pilot.'],
      [0, 'A pilot.'],
      [0, ''],
    ])
    expect(jobsWithFewerExtras(job({ persona: { ...persona, description: '' } }))).toHaveLength(1)
  })

  it('keeps the newest four exchanges in a prompt, if need be without its description', () => {
    expect(buildPrompt(job({ persona }), { now }).leastTurns).toBe(4)
    expect(buildPrompt(job({ persona: { ...persona, description: '' } }), { now }).leastTurns).toBeUndefined()
  })

  it.each([
    [2_000, 8, true],
    [800, 4, true],
    [700, 4, false],
  ])(
    'of a context of %s tokens a hosted model gets %s exchanges; with the description: %s',
    (contextTokens, turns, kept) => {
      const history = Array.from({ length: 8 }, () => ({ inputData: 'a'.repeat(200), outputData: 'b'.repeat(200) }))
      const described = job({ history, contextTokens, persona: { ...persona, description: 'x'.repeat(800) } })
      const fitted = fitHosted(described, { maxTokens: 64, reservedTokens: 64, now }).job
      expect([fitted.history.length, keptOf(described, fitted)]).toEqual([turns, { personaKept: kept }])
      expect(fitted.persona?.name).toBe('Nova')
    },
  )
})
