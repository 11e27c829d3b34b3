import { hash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { messagesOf, type Prompt, withoutOldest } from '@parley/engine'
import type { BackendJob } from '../../ai-workers/backends/backend.js'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { formatReferences } from '../../ai-workers/prompts/references.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

const now = Date.UTC(2026, 2, 1, 9, 5)
const character = { name: 'Mira', greeting: 'Ahoy, $& {{user}}!', context: 'A captain.\nSpeaks in short sentences.' }
const history = [
  { inputData: 'Who are you?', outputData: 'A friend.' },
  { inputData: 'And what is this?', outputData: 'A test.' },
]
const results = Array.from({ length: 10 }, (_, index) => ({
  title: `Title ${index + 1}`,
  snippet: `Snippet ${index + 1}`,
  link: `https://example.com/${index + 1}`,
}))

/** SHA-256 of the messages of an office room, a room with a character and one without, before rooms had instructions. */
const recorded = [
  'c9b1651a08e148b47edb4ccf8659dae88a9556a851129ec625108c16be353c7e',
  '693fd413b8ea84d1acbf20604be46d271e7d40dab3c2aa15d6a54d2979a891c3',
  'ea8bae1b857f85ed4581c1b2f351117717ae04dbfb20e4678605c43de8a35869',
]

describe('a prompt', () => {
  it.each(['office', 'character'] as const)(
    'is the system text, the history in turn, and the message last, the only part that changes: %s',
    (kind) => {
      const messages = messagesOf(buildPrompt(inSystem({ kind, history }), { now, references: 'found' }))
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
      expect(messages.slice(1, -1).map(({ text }) => text)).toEqual(
        history.flatMap(({ inputData, outputData }) => [inputData, outputData]),
      )
      expect(messages.at(-1)?.text.endsWith('Hello')).toBe(true)
    },
  )

  it.each(['office', 'character'] as const)(
    'begins like the previous one in the same room, except for its last user turn: %s',
    (kind) => {
      const before = messagesOf(buildPrompt(job({ kind, history }), { now, references: 'found' }))
      const longer = [...history, { inputData: 'Hello', outputData: 'Good day.' }]
      const after = messagesOf(
        buildPrompt(job({ kind, history: longer, message: 'Bye' }), { now: now + 86_400_000, references: '' }),
      )
      expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    },
  )

  it('begins like the previous one with its last user turn, when the messages of an office room have their moments', () => {
    const sent = job({ history, askedAt: now })
    const before = messagesOf(buildPrompt(sent, { now: 0 }))
    const longer = [...history, { inputData: 'Hello', outputData: 'Good day.', askedAt: now }]
    const after = messagesOf(buildPrompt(job({ history: longer, message: 'Bye', askedAt: now + 60_000 }), { now: 0 }))
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.at(-1)?.text).toBe('Current date and time: Sunday, 2026-03-01 09:06 UTC\n\nMessage:\nBye')
  })

  it('contains the date, the time and the reference text in the last user turn of an office job', () => {
    const prompt = buildPrompt(job(), { now, references: formatReferences(results.slice(0, 1)) })
    expect(inputOf(prompt)).toBe(
      'Current date and time: Sunday, 2026-03-01 09:05 UTC\n\nReference text:\n1. Title 1\nSnippet 1\n' +
        'Source: https://example.com/1\n\nMessage:\nHello',
    )
    expect(systemOf(prompt)).not.toMatch(/2026|Title/)
  })

  it.each([
    ['Asia/Seoul', 'Sunday, 2026-03-01 18:05 UTC+09:00 (Asia/Seoul)'],
    ['America/Los_Angeles', 'Sunday, 2026-03-01 01:05 UTC-08:00 (America/Los_Angeles)'],
    ['Asia/Kathmandu', 'Sunday, 2026-03-01 14:50 UTC+05:45 (Asia/Kathmandu)'],
    ['Europe/London', 'Sunday, 2026-03-01 09:05 UTC+00:00 (Europe/London)'],
    ['Pacific/Kiritimati', 'Sunday, 2026-03-01 23:05 UTC+14:00 (Pacific/Kiritimati)'],
    ['UTC', 'Sunday, 2026-03-01 09:05 UTC'],
  ])('of an office job has the date and the time of all its turns in the zone %s', (timeZone, spoken) => {
    const dated = history.map((turn) => ({ ...turn, askedAt: now }))
    const prompt = buildPrompt(job({ timeZone, askedAt: now, history: dated }), { now: 0 })
    for (const text of [inputOf(prompt), ...prompt.turns.map(([said]) => said?.text ?? '')])
      expect(text.startsWith(`Current date and time: ${spoken}\n\n`)).toBe(true)
    const played = buildPrompt(job({ kind: 'character', timeZone, askedAt: now }), { now })
    expect(played.last.at(-1)).toEqual({ role: 'user', text: 'Hello' })
  })

  it('does not mention reference text when there is none', () => {
    expect(inputOf(buildPrompt(job(), { now }))).toBe(
      'Current date and time: Sunday, 2026-03-01 09:05 UTC\n\nMessage:\nHello',
    )
  })

  it('contains the sheet of a character literally, with the instruction to keep its personality and speech style', () => {
    const prompt = buildPrompt(inSystem({ kind: 'character' }), { now, references: 'found' })
    for (const field of Object.values(character)) expect(systemOf(prompt)).toContain(field)
    expect(systemOf(prompt)).toMatch(/Keep the personality and the speech style of the character consistent/)
    expect(inputOf(prompt)).toBe('Hello')
  })

  it('has no heading for an empty field of a character', () => {
    const bare = { name: 'Mira', greeting: '', context: '' }
    const system = systemOf(buildPrompt(job({ kind: 'character', character: bare }), { now }))
    expect(system.endsWith('Name: Mira')).toBe(true)
  })

  it('contains the instructions beside the sheet', () => {
    const given = { instructions: 'Answer in French.' }
    const system = systemOf(buildPrompt(job({ kind: 'character', ...given }), { now }))
    expect(system).toBe(`${systemOf(buildPrompt(job({ kind: 'character' }), { now }))}\n\nAnswer in French.`)
    const { character: _character, ...rest } = job({ kind: 'character', ...given })
    expect(systemOf(buildPrompt(rest, { now }))).toBe('Answer in French.')
  })

  it('contains the instructions of the room after the system text, beside the date, the time and the references', () => {
    const { character: _character, ...nameless } = job({ kind: 'character' })
    for (const one of [job(), job({ kind: 'character' }), nameless, job({ instructions: 'Be a pirate.' })]) {
      const plain = buildPrompt(one, { now, references: 'found' })
      expect(buildPrompt({ ...one, roomInstructions: 'Answer in French.' }, { now, references: 'found' })).toEqual({
        ...plain,
        opening: [{ role: 'system', text: `${systemOf(plain)}\n\nAnswer in French.` }],
      })
    }
  })

  it('in a room without instructions, with its greeting in the system text, is byte for byte the recorded one', () => {
    const { character: _character, ...nameless } = job({ kind: 'character' })
    const jobs = [job({ history }), inSystem({ kind: 'character', history }), { ...nameless, history }]
    const prompts = jobs.map((one) => JSON.stringify(messagesOf(buildPrompt(one, { now, references: 'found' }))))
    expect(prompts.map((text) => hash('sha256', text))).toEqual(recorded)
  })

  it('of a chat room without a character is that of a persona without a name', () => {
    const { character: _character, ...rest } = job({ kind: 'character' })
    expect(systemOf(buildPrompt(rest, { now }))).toContain('friendly')
  })
})

describe('the greeting of a character', () => {
  const asAssistant = { role: 'assistant', text: character.greeting } as const
  const begins = { role: 'system', text: 'The conversation begins.' }
  const examples = [{ inputData: 'Rum?', outputData: 'Aye.' }]
  const read = (parts: Partial<BackendJob>) => {
    const [system, ...others] = messagesOf(buildPrompt({ ...job({ kind: 'character', history }), ...parts }, { now }))
    return { system: system?.text ?? '', others }
  }

  it('is the first message of the conversation, and not in the system text', () => {
    const { system, others } = read({})
    expect(system).not.toContain('Ahoy')
    expect(others.slice(0, 2)).toEqual([asAssistant, { role: 'user', text: 'Who are you?' }])
    expect(read({ history: [] }).others).toEqual([asAssistant, { role: 'user', text: 'Hello' }])
  })

  it('follows the examples, apart from them', () => {
    const { others } = read({ character: { ...character, examples } })
    expect(others.slice(1, 5)).toEqual([
      { role: 'assistant', text: 'Aye.' },
      begins,
      asAssistant,
      { role: 'user', text: 'Who are you?' },
    ])
  })

  it('leaves with the oldest exchange, and is not in a prompt whose beginning was left out', () => {
    const whole = buildPrompt(job({ kind: 'character', history }), { now })
    expect(messagesOf(withoutOldest(whole, 1)).map(({ text }) => text)).not.toContain(character.greeting)
    const { system, others } = read({ hasEarlierTurns: true })
    expect(others[0]).toEqual({ role: 'user', text: 'Who are you?' })
    expect(system).not.toContain('Ahoy')
    const separated = buildPrompt(job({ kind: 'character', history, character: { ...character, examples } }), { now })
    expect(messagesOf(withoutOldest(separated, 2))).not.toContainEqual(begins)
  })

  it('is nowhere where it is empty, and in an office', () => {
    expect(read({ character: { ...character, greeting: '' } }).others[0]?.role).toBe('user')
    expect(messagesOf(buildPrompt(job({ history }), { now }))[1]?.role).toBe('user')
  })
})

describe('reference text', () => {
  it('lists the results, numbered, with title, snippet and source link', () => {
    const text = formatReferences(results)
    expect(text.split('\n\n')).toHaveLength(results.length)
    expect(text.startsWith('1. Title 1\nSnippet 1\nSource: https://example.com/1\n\n2. Title 2')).toBe(true)
  })

  it('is empty without results', () => {
    expect(formatReferences([])).toBe('')
  })
})

const systemOf = ({ opening }: Prompt) => opening[0]?.text ?? ''
const inputOf = ({ last }: Prompt) => last[0]?.text ?? ''

/** For a template that lets the user begin. */
const inSystem = (parts: Partial<ReplyJob>): BackendJob => ({ ...job(parts), greetingPlace: 'system' })

function job(parts: Partial<ReplyJob> = {}): ReplyJob {
  const id = '00000000-0000-4000-8000-000000000001'
  const base = { id, kind: 'office', model: 'Local', message: 'Hello', history: [], character } as const
  return { ...base, searchAccess: false, deadline: Number.MAX_SAFE_INTEGER, ...parts }
}
