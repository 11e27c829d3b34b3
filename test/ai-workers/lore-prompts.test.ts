import { describe, expect, it } from '@jest/globals'
import { messagesOf, withoutOldest } from '@parley/engine'
import type { BackendJob } from '../../ai-workers/backends/backend.js'
import { fitHosted } from '../../ai-workers/backends/hosted/fit-hosted.js'
import { hostedRequest } from '../../ai-workers/backends/hosted/hosted-request.js'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { demonstrationPrompt } from '../../ai-workers/prompts/demonstration-prompt.js'
import { rolePlay } from '../../ai-workers/prompts/character.js'
import { jobsWithFewerExtras } from '../../ai-workers/prompts/lore.js'
import type { JobLore } from '../../src/ports/reply-generator/reply-generator.js'

const now = Date.UTC(2026, 2, 1)
const character = { name: 'Mira', greeting: '', context: 'A captain.' }
const history = [
  { inputData: 'one', outputData: 'two' },
  { inputData: 'three', outputData: 'four' },
]
const entry = (text: string, change: Partial<JobLore> = {}): JobLore => ({
  ...{ text, position: 'BEFORE_CHARACTER', depth: 4, role: 'SYSTEM', rank: 0 },
  ...change,
})
const job = (change: Partial<BackendJob> = {}): BackendJob => ({
  ...{ id: '1', kind: 'character', model: 'Local', message: 'Hello', history, character },
  ...{ searchAccess: false, deadline: Infinity, roomInstructions: 'Be brief.', ...change },
})
const linesOf = (sent: BackendJob) =>
  messagesOf(buildPrompt(sent, { now })).map(({ role, text }) => `${role}: ${text.replace(rolePlay, 'R')}`)
const everywhere = [
  entry('before'),
  entry('after', { position: 'AFTER_CHARACTER' }),
  entry('before note', { position: 'BEFORE_NOTE' }),
  entry('after note', { position: 'AFTER_NOTE' }),
]
const atDepth = (text: string, depth: number, role: JobLore['role'] = 'SYSTEM') =>
  entry(text, { position: 'AT_DEPTH', depth, role })

describe('a prompt with lore', () => {
  it('has entries around the character and around the instructions of the room', () => {
    const sheet = 'Name: Mira\n\nPersonality and background:\nA captain.'
    expect(linesOf(job({ lore: everywhere, history: [] }))).toEqual([
      `system: R\n\nbefore\n\n${sheet}\n\nafter\n\nbefore note\n\nBe brief.\n\nafter note`,
      'user: Hello',
    ])
  })

  it('has entries at a depth among the messages, as messages of their role, never before the first one', () => {
    const lore = [
      ...[atDepth('d0', 0), atDepth('d1', 1, 'USER'), atDepth('d3', 3, 'ASSISTANT'), atDepth('d1b', 1)],
      ...[atDepth('d5', 5), atDepth('d99', 99)],
    ]
    expect(linesOf(job({ lore })).slice(1)).toEqual([
      ...[
        'system: d5',
        'system: d99',
        'user: one',
        'assistant: two',
        'assistant: d3',
        'user: three',
        'assistant: four',
      ],
      ...['user: d1', 'system: d1b', 'user: Hello', 'system: d0'],
    ])
  })

  it('keeps entries at a depth when the oldest exchanges are left out', () => {
    const prompt = buildPrompt(job({ lore: [atDepth('d5', 5), atDepth('d1', 1)] }), { now })
    expect(
      messagesOf(withoutOldest(prompt, 2))
        .map(({ text }) => text)
        .slice(1),
    ).toEqual(['d5', 'd1', 'Hello'])
  })

  it('ends with the reply that goes on', () => {
    expect(linesOf(job({ lore: [atDepth('d0', 0), atDepth('d1', 1)], beginning: 'Well' })).slice(-4)).toEqual([
      ...['system: d1', 'user: Hello', 'system: d0', 'assistant: Well'],
    ])
  })

  it('keeps examples before all of it', () => {
    const examples = [{ inputData: 'Who?', outputData: 'Me.' }]
    const lines = linesOf(job({ character: { ...character, examples }, history: [], lore: [atDepth('d9', 9)] }))
    expect(lines.slice(1)).toEqual(['user: Who?', 'assistant: Me.', 'system: d9', 'user: Hello'])
  })

  it('of the assistant has them behind its system text', () => {
    const [system] = linesOf(job({ kind: 'office', character: undefined, lore: [entry('before')], instructions: 'S' }))
    expect(system).toBe('system: S\n\nbefore\n\nBe brief.')
  })

  it('of the bundled model has all of them in the system text', () => {
    const prompt = demonstrationPrompt(job({ lore: [...everywhere, atDepth('d1', 1)] }), { now }, 5)
    const [system, ...others] = messagesOf(prompt)
    expect(system?.text.endsWith('Be brief.\n\nafter note\n\nd1')).toBe(true)
    expect(others.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four', 'Hello'])
  })
})

const noted = {
  ...character,
  system: ['You are Mira. ', ' Shout.'],
  notes: [
    { text: 'She limps.', depth: 1, role: 'USER' as const },
    { text: 'Stay short.', depth: 0, role: 'SYSTEM' as const },
  ],
}

describe('the notes of an author', () => {
  const sheet = 'Name: Mira\n\nPersonality and background:\nA captain.'

  it('stand in place of the system text, among the messages and behind the last one', () => {
    expect(linesOf(job({ character: noted, lore: [atDepth('d0', 0)], roomInstructions: undefined }))).toEqual([
      `system: You are Mira. R Shout.\n\n${sheet}`,
      ...['user: one', 'assistant: two', 'user: three', 'assistant: four'],
      ...['user: She limps.', 'user: Hello', 'system: d0', 'system: Stay short.'],
    ])
  })

  it('can be without the text of the service, and stand before a reply that goes on', () => {
    const lines = linesOf(job({ character: { ...noted, system: ['You are Mira.'] }, beginning: 'Well' }))
    expect(lines[0]?.startsWith('system: You are Mira.\n\nName: Mira')).toBe(true)
    expect(lines.slice(-3)).toEqual(['user: Hello', 'system: Stay short.', 'assistant: Well'])
  })

  it('leave the picture with the message of the user', () => {
    const image = { contentType: 'image/png', base64: 'x' }
    const { messages } = hostedRequest(job({ character: noted, image }), { model: 'm', sampling: {}, now })
    expect(messages.filter(({ content }) => Array.isArray(content))).toEqual([messages.at(-2)])
  })

  it('are in the sheet and the instructions of the bundled model, which begins as it was trained', () => {
    const prompt = demonstrationPrompt(job({ character: noted }), { now }, 5)
    const [system, ...others] = messagesOf(prompt)
    expect(prompt.leastTurns).toBe(4)
    const context = 'Personality and background:\nYou are Mira.  Shout.\n\nA captain.'
    const instructions = 'Be brief.\n\nShe limps.\n\nStay short.'
    expect(system?.text).toBe(`${rolePlay}\n\nName: Mira\n\n${context}\n\n${instructions}`)
    expect(others).toHaveLength(5)
  })

  it('are left out after all lore, and before the newest four exchanges', () => {
    const lore = [0, 1].map((rank) => entry('x'.repeat(800), { rank }))
    const long = Array.from({ length: 8 }, () => ({ inputData: 'x'.repeat(400), outputData: 'x'.repeat(400) }))
    const notes = [{ text: 'x'.repeat(800), depth: 0, role: 'SYSTEM' as const }]
    const given = job({ history: long, lore, character: { ...character, notes } })
    const fitted = [3_000, 1_800, 1_600, 1_400, 1_200, 500].map((contextTokens) => {
      const { job: sent } = fitHosted({ ...given, contextTokens }, { maxTokens: 64, reservedTokens: 64, now })
      return [sent.history.length, sent.lore?.length ?? 0, sent.character?.notes?.length ?? 0]
    })
    expect(fitted).toEqual([
      ...[
        [8, 2, 1],
        [5, 2, 1],
        [4, 2, 1],
        [4, 1, 1],
        [4, 0, 1],
        [1, 0, 0],
      ],
    ])
    const tries = jobsWithFewerExtras(given)
    expect(tries.map((each) => [each.lore?.length ?? 0, each.character?.notes?.length ?? 0])).toEqual([
      ...[
        [2, 1],
        [0, 1],
        [0, 0],
      ],
    ])
    expect(tries.map((each) => buildPrompt(each, { now }).leastTurns)).toEqual([4, 4, undefined])
  })
})

describe('lore without room', () => {
  const long = Array.from({ length: 8 }, (_, n) => ({ inputData: `${n} `.repeat(200), outputData: 'x'.repeat(400) }))
  const lore = Array.from({ length: 4 }, (_, rank) => entry(`${rank} `.repeat(400), { rank }))

  it.each([
    [10_000, 8, 4],
    [1_900, 4, 4],
    [1_500, 4, 2],
    [1_100, 4, 0],
    [500, 1, 0],
  ])('of a hosted model with %d tokens: %d exchanges and %d entries', (contextTokens, exchanges, entries) => {
    const fitted = fitHosted(job({ history: long, lore, contextTokens }), { maxTokens: 64, reservedTokens: 64, now })
    expect([fitted.job.history.length, fitted.job.lore?.length ?? 0]).toEqual([exchanges, entries])
    expect(fitted.job.lore?.map(({ rank }) => rank) ?? []).toEqual(Array.from({ length: entries }, (_, rank) => rank))
  })

  it('of a local model is halved until the newest four exchanges fit, and then none is needed to fit', () => {
    const tries = jobsWithFewerExtras(job({ lore }))
    expect(tries.map((each) => each.lore?.map(({ rank }) => rank))).toEqual([[0, 1, 2, 3], [0, 1], [0], undefined])
    expect(tries.map((each) => buildPrompt(each, { now }).leastTurns)).toEqual([4, 4, 4, undefined])
  })
})
