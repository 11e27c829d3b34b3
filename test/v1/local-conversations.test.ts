import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fileURLToPath } from 'node:url'
import { loadLocalModel, type LocalModel, messagesOf, type PromptMessage, PromptTooLong } from '@parley/engine'
import { chatTemplates, type TinyModelOptions } from '@parley/testing'
import type { BackendJob } from '../../ai-workers/backends/backend.js'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { demonstrationPrompt } from '../../ai-workers/prompts/demonstration-prompt.js'
import { completionJob } from '../support/ai-workers/json-speaker.js'
import type { ReplyJob, ReplyReceipt } from '../../src/ports/reply-generator/reply-generator.js'
import { answer, tinyJob, TinyModels } from '../support/ai-workers/tiny-models.js'

const models = new TinyModels()
afterAll(async () => {
  await models.close()
  await models.remove()
})

const system = (text: string): PromptMessage => ({ role: 'system', text })
const user = (text: string, name?: string): PromptMessage => ({ role: 'user', text, name })
const assistant = (text: string): PromptMessage => ({ role: 'assistant', text })

const note = [system('S'), system('T'), user('one'), system('note'), user('two')]
const nudge = [system('S'), user('one'), assistant('two'), system('nudge')]
const only = [system('S')]
const opened = [assistant('hello'), user('one')]

/** The text of a conversation in a format. */
const written =
  (form: (role: string, text: string) => string, start = '') =>
  (...messages: readonly (readonly [role: string, text: string])[]) =>
    start + messages.map(([role, text]) => form(role, text)).join('')
const chatml = written((role, text) => `<|im_start|>${role}\n${text}<|im_end|>\n`)
const headers = written((role, text) => `<|start_header_id|>${role}<|end_header_id|>\n\n${text}<|eot_id|>`, '<s>')
const turns = written((role, text) => `<start_of_turn>${role}\n${text}<end_of_turn>\n`, '<s>')
const harmony = written(
  (role, text) => `<|start|>${role}<|message|>${text}<|end|>`,
  '<|start|>system<|message|>You are ChatGPT.<|end|>',
)
const final = 'assistant<|channel|>final'

const anywhere = (form: typeof chatml, reply: string) =>
  ({
    note: form(['system', 'S\n\nT'], ['user', 'one'], ['system', 'note'], ['user', 'two']) + reply,
    nudge: form(['system', 'S'], ['user', 'one'], ['assistant', 'two'], ['system', 'nudge']) + reply,
    only: form(['system', 'S']) + reply,
    opened: form(['assistant', 'hello'], ['user', 'one']) + reply,
  }) as const

const rows: readonly [string, TinyModelOptions, Record<'note' | 'nudge' | 'only' | 'opened', string>][] = [
  ['Qwen', { chatTemplate: chatTemplates.qwen }, anywhere(chatml, '<|im_start|>assistant\n')],
  [
    'Llama 3',
    { template: 'llama3', chatTemplate: chatTemplates.llama3 },
    anywhere(headers, '<|start_header_id|>assistant<|end_header_id|>\n\n'),
  ],
  [
    'a strict template',
    { chatTemplate: chatTemplates.strict },
    {
      note: `<s>${chatml(['system', 'S\n\nT'], ['user', 'one\n\nnote\n\ntwo'])}<|im_start|>assistant\n`,
      nudge: `<s>${chatml(['system', 'S'], ['user', 'one'], ['assistant', 'two'], ['user', 'nudge'])}<|im_start|>assistant\n`,
      only: `<s>${chatml(['user', 'S'])}<|im_start|>assistant\n`,
      opened: `<s>${chatml(['assistant', 'hello'], ['user', 'one'])}<|im_start|>assistant\n`,
    },
  ],
  [
    'Gemma',
    { chatTemplate: chatTemplates.gemma },
    {
      note: `${turns(['user', 'S\n\nT\n\none\n\nnote\n\ntwo'])}<start_of_turn>model\n`,
      nudge: `${turns(['user', 'S\n\none'], ['model', 'two'], ['user', 'nudge'])}<start_of_turn>model\n`,
      only: `${turns(['user', 'S'])}<start_of_turn>model\n`,
      // the library leaves out an empty message
      opened: `${turns(['model', 'hello'], ['user', 'one'])}<start_of_turn>model\n`,
    },
  ],
  [
    'Mistral',
    { chatTemplate: chatTemplates.mistral },
    {
      note: '<s>[INST] S\n\nT\n\none\n\nnote\n\ntwo[/INST] ',
      nudge: '<s>[INST] S\n\none[/INST] two<|im_end|>[INST] nudge[/INST] ',
      only: '<s>[INST] S[/INST] ',
      opened: '<s>[INST] [/INST] hello<|im_end|>[INST] one[/INST] ',
    },
  ],
  [
    'gpt-oss',
    { chatTemplate: chatTemplates.gptOss },
    {
      note: `${harmony(['developer', '# Instructions\n\nS\n\nT'], ['user', 'one\n\nnote\n\ntwo'])}<|start|>${final}<|message|>`,
      nudge: `${harmony(['developer', '# Instructions\n\nS'], ['user', 'one'], [final, 'two'], ['user', 'nudge'])}<|start|>${final}<|message|>`,
      only: `${harmony(['developer', '# Instructions\n\nS'])}<|start|>${final}<|message|>`,
      opened: `${harmony([final, 'hello'], ['user', 'one'])}<|start|>${final}<|message|>`,
    },
  ],
]

const promptOf = (messages: readonly PromptMessage[]) => buildPrompt(completionJob({ messages }), { now: 0 })

describe.each(rows)('a conversation that a model with the template of %s reads', (_, tiny, expected) => {
  let local: LocalModel
  beforeAll(async () => {
    local = await models.model(tiny)
  })
  const read = (messages: readonly PromptMessage[]) =>
    local.model.detokenize(local.template.tokens(promptOf(messages)), true)

  it('has system messages where the template has a place for them, and else messages of the user', () => {
    expect(read(note)).toBe(expected.note)
    expect(read(nudge)).toBe(expected.nudge)
  })

  it('has no message of the user that it can do without', () => {
    expect(read(only)).toBe(expected.only)
    expect(read(opened)).toBe(expected.opened)
  })

  it('has neighbours of one role as one message, with their names', () => {
    const text = read([user('a', 'Kim'), user('Lee: b', 'Lee'), user('')])
    expect(text).toContain('Kim: a\n\nLee: b')
    expect(text).not.toContain('Lee: Lee')
    expect(text.split('Lee: b')[1]).toBe(read([user('Lee: b')]).split('Lee: b')[1])
  })

  it('ends with an assistant message that the reply continues', () => {
    expect(read([user('one'), assistant('Once'), assistant('upon')])).toBe(`${read([user('one')])}Once\n\nupon`)
    expect(read([assistant('Once')]).endsWith('Once')).toBe(true)
  })

  it('has a system message between calls and results after the results', () => {
    const calls = [{ id: 'a', name: 'clock', arguments: '{}' }]
    const call: PromptMessage = { role: 'assistant', text: '', calls }
    const result: PromptMessage = { role: 'tool', text: 'noon', callId: 'a' }
    expect(read([user('one'), call, system('note'), result, user('two')])).toBe(
      read([user('one'), call, result, system('note'), user('two')]),
    )
  })

  it('has neither a date nor a text of the service', () => {
    expect(read([user('hi')])).not.toMatch(/office assistant|Current date|Message:/)
  })
})

it('the bundled model reads a conversation as before: one system text, turns, and the date without a system text', async () => {
  const modelPath = fileURLToPath(new URL('../../models/demo.gguf', import.meta.url))
  const local = await loadLocalModel({ modelPath, threads: 1, contextSize: 256 })
  const read = (messages: readonly PromptMessage[], most = 10) => {
    const prompt = demonstrationPrompt(completionJob({ messages }), { now: 0 }, most)
    expect(local.template.tokens(prompt).length).toBeGreaterThan(0)
    return messagesOf(prompt).map(({ role, text }) => [role, text])
  }
  try {
    expect(read(note)).toEqual([
      ['system', 'S\n\nT\n\nnote'],
      ['user', 'one\n\ntwo'],
    ])
    expect(read(nudge)).toEqual([
      ['system', 'S\n\nnudge'],
      ['user', 'one'],
      ['assistant', 'two'],
    ])
    expect(read([user('a', 'Kim'), assistant('b'), user('c')], 1).slice(1)).toEqual([
      ['user', 'a'],
      ['assistant', 'b'],
      ['user', 'Current date and time: Thursday, 1970-01-01 00:00 UTC\n\nMessage:\nc'],
    ])
    expect(read([...opened, assistant('b'), user('c')], 1).map(([, text]) => text)).not.toContain('hello')
    expect(read(opened)[1]).toEqual(['user', ''])
    expect(read(only)).toEqual([
      ['system', 'S'],
      ['user', ''],
    ])
  } finally {
    await local.dispose()
  }
})

it('a completion has neutral sampling but for what its caller sets, in both attempts', async () => {
  const backend = await models.backend({ tiny: { endWeight: 0 }, sampling: { temperature: 0.3, minP: 0.2 } })
  const job = (sampling: ReplyJob['sampling']) =>
    completionJob({ messages: [user('hi')], maxTokens: 3 }, { sampling: sampling ?? {} })
  const neutral = {
    temperature: 1,
    topP: 1,
    minP: 0,
    topK: 0,
    repeatPenalty: 1,
    frequencyPenalty: 0,
    presencePenalty: 0,
  }
  const { receipt } = await answer(backend, job(undefined))
  expect(receipt.sampling).toEqual({ ...neutral, maxTokens: 3 })
  const asked = { temperature: 0, topK: -1, minP: 0.1, repeatPenalty: 1.5, maxTokens: 2 }
  const { receipt: second } = await answer(backend, job(asked))
  expect(second.sampling).toEqual({ ...neutral, ...asked, topK: 0 })
  let third: ReplyReceipt | undefined
  await backend.complete(job(asked), new AbortController().signal, (receipt) => (third = receipt))
  expect(third?.sampling).toEqual(second.sampling)
})

it('a conversation that does not fit is refused with the tokens of its shortest prompt and of the context', async () => {
  const backend = await models.backend({ tiny: { contextLength: 256 } })
  const ask = (count: number) =>
    answer(backend, completionJob({ messages: [...note, assistant('b'), user('so '.repeat(count))] }))
  const sizeOf = (count: number) =>
    ask(count).then(
      () => undefined,
      (error: unknown) => (error instanceof PromptTooLong ? error.size : undefined),
    )
  expect(await sizeOf(100)).toBeUndefined()
  // that of the last exchange with the system messages, which stay; a reply needs 64 of the rest
  const size = await sizeOf(200)
  expect(size).toMatchObject({ contextTokens: 256, isEstimate: false })
  expect(size?.promptTokens).toBeGreaterThan(200)
  expect(await sizeOf(100_000)).toMatchObject({ contextTokens: 256, isEstimate: true })
})

it.each<[TinyModelOptions, BackendJob['greetingPlace']]>([
  [{}, 'turn'],
  [{ template: 'llama3' }, 'turn'],
  [{ chatTemplate: chatTemplates.qwen }, 'turn'],
  [{ chatTemplate: chatTemplates.gemma }, 'system'],
  [{ chatTemplate: chatTemplates.mistral }, 'system'],
])('a character of a room greets as the template allows it: %#', async (tiny, greetingPlace) => {
  const backend = await models.backend({ tiny })
  const { template } = await models.model(tiny)
  const character = { name: 'Mira', greeting: 'the people say', context: '' }
  const ask = async (parts: Partial<BackendJob>) => {
    const job = tinyJob({ kind: 'character', character, ...parts })
    const prompt = buildPrompt({ ...job, greetingPlace: parts.greetingPlace ?? greetingPlace ?? 'turn' }, { now: 0 })
    return [(await answer(backend, job)).receipt.promptTokens, template.tokens(prompt).length]
  }
  const [read, expected] = await ask({})
  expect(read).toBe(expected)
  const history = [{ inputData: 'hot', outputData: 'water' }]
  const [after, expectedAfter] = await ask({ history })
  expect(after).toBe(expectedAfter)
  // a template without system messages at any place cannot end the examples
  const examples = [{ inputData: 'who', outputData: 'you' }]
  const [shown, expectedShown] = await ask({ history, character: { ...character, examples } })
  expect(shown).toBe(expectedShown)
})

it('a greeting that leaves no room for the message is left out', async () => {
  const tiny = { contextLength: 256 }
  const backend = await models.backend({ tiny })
  const character = { name: 'Mira', greeting: 'the people say '.repeat(60), context: '' }
  const { receipt } = await answer(backend, tinyJob({ kind: 'character', character, sampling: { maxTokens: 2 } }))
  const bare = await answer(
    backend,
    tinyJob({ kind: 'character', character: { ...character, greeting: '' }, sampling: { maxTokens: 2 } }),
  )
  expect(receipt.promptTokens).toBe(bare.receipt.promptTokens)
})
