import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import type { Prompt, LocalModel } from '@parley/engine'
import { createLogger } from '@parley/runtime'
import type { TinyTemplate } from '@parley/testing'
import { LocalBackend } from '../../ai-workers/backends/local-backend.js'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import { kinds, perKind } from '../../src/kinds.js'
import type { ReplyProgress, ReplyReceipt, Turn } from '../../src/ports/reply-generator/reply-generator.js'
import { Reading } from '../contracts/reading.js'
import { fold, isDelta } from '../contracts/reply-fixture.js'
import { completionJob, jsonSpeaker } from '../support/ai-workers/json-speaker.js'
import { abortedAtCheck, answer, tinyJob, TinyModels } from '../support/ai-workers/tiny-models.js'

const models = new TinyModels()
const never = new AbortController().signal
const endless = { endWeight: 0 }
const long = 'the people say water and some other words '

afterEach(() => models.close())
afterAll(() => models.remove())

describe('the local backend', () => {
  it('streams a reply in pieces and reports how it was generated', async () => {
    const backend = await models.backend({ tiny: endless })
    const { text, pieces, receipt } = await answer(backend, tinyJob())
    expect(text).toMatch(/^( ?[A-Za-z]+|[.,!?])+$/)
    expect(pieces).toHaveLength(24)
    expect(receipt).toMatchObject({ replyTokens: 24, reusedTokens: 0, turnsKept: 0, turnsDropped: 0, finish: 'length' })
    expect(receipt.promptTokens).toBe(receipt.readTokens)
    expect(receipt.model).toMatch(/\.gguf$/)
    expect(receipt.sampling).toEqual({
      maxTokens: 24,
      temperature: 0,
      topP: 0.9,
      minP: 0.1,
      topK: 0,
      repeatPenalty: 1.08,
      frequencyPenalty: 0.1,
      presencePenalty: 0.1,
    })
  })

  it('counts the tokens of texts, whatever markers they have', async () => {
    const backend = await models.backend({ tiny: endless })
    const [none, word, words, marker = 0] = backend.countTokens(['', 'water', 'water and water', '<|im_end|>'])
    expect([none, word]).toEqual([0, 1])
    expect(words).toBeGreaterThan(1)
    expect(marker).toBeGreaterThan(1)
  })

  it('stops where the model ends, without the end token', async () => {
    const backend = await models.backend({ tiny: { endWeight: 40 }, sampling: { temperature: 1, maxTokens: 500 } })
    const { text, receipt } = await answer(backend, tinyJob())
    expect(receipt.finish).toBe('stop')
    expect(receipt.replyTokens).toBeLessThan(500)
    expect(text).not.toMatch(/[<|>]/)
  })

  it('returns the whole reply in one piece with the sampling of the fallback', async () => {
    const backend = await models.backend({ tiny: endless })
    const receipts: unknown[] = []
    const text = await backend.complete(tinyJob({ sampling: { maxTokens: 8 } }), never, (receipt) =>
      receipts.push(receipt),
    )
    expect(text).not.toBe('')
    expect(receipts).toEqual([
      expect.objectContaining({
        replyTokens: 8,
        sampling: expect.objectContaining({ maxTokens: 8, temperature: 0.7, topP: 0.9, repeatPenalty: 1.08 }),
      }),
    ])
  })

  it.each([
    [8, 8],
    [1_000_000, 24],
  ])('applies a limit of its caller when it is the smaller one: %d', async (maxTokens, replyTokens) => {
    const backend = await models.backend({ tiny: endless })
    const { receipt } = await answer(backend, tinyJob({ sampling: { maxTokens, temperature: 0 } }))
    expect(receipt).toMatchObject({ replyTokens, finish: 'length', sampling: { maxTokens: replyTokens } })
  })

  it.each([
    ['office', 1_024],
    ['character', 256],
  ] as const)(
    'gives a room longer replies than a documented route, with a prompt of the same turns: %s',
    async (kind, documented) => {
      const modelPath = await models.file(endless)
      const sampling = perKind(() => ({ temperature: 0 }))
      const backend = await LocalBackend.open({ modelPath, sampling, seed: 1, clock: () => 0 })
      const room = { replyTokens: 2_048 }
      const ask = async (parts: Parameters<typeof tinyJob>[0]) =>
        (await answer(backend, tinyJob({ kind, ...parts }))).receipt
      expect(await ask({})).toMatchObject({ replyTokens: documented, finish: 'length' })
      expect(await ask(room)).toMatchObject({ replyTokens: 2_048, finish: 'length' })
      const history = Array.from({ length: 100 }, (): Turn => ({ inputData: long, outputData: long }))
      const full = { history, contextTokens: documented + 600 }
      const [one, other] = [await ask(full), await ask({ ...full, ...room })]
      expect(other).toMatchObject({ promptTokens: one.promptTokens, turnsKept: one.turnsKept })
      expect(one.turnsKept).toBeGreaterThan(0)
      expect(other.replyTokens).toBeGreaterThanOrEqual(one.replyTokens)
      const second: ReplyReceipt[] = []
      for (const parts of [{}, room])
        await backend.complete(tinyJob({ kind, ...full, ...parts }), never, (receipt) => second.push(receipt))
      expect(second.map(({ promptTokens }) => promptTokens)).toEqual([second[0]?.promptTokens, second[0]?.promptTokens])
      expect(second.map((receipt) => receipt.sampling.maxTokens <= 1_024)).toEqual([true, true])
      await backend.close()
    },
  )

  it('repeats a reply only with the same seed', async () => {
    const say = async (seed: number) => {
      const backend = await models.backend({ tiny: endless, seed, sampling: { temperature: 1, minP: 0, topP: 1 } })
      return (await answer(backend, tinyJob())).text
    }
    expect(await say(7)).toBe(await say(7))
    expect(await say(7)).not.toBe(await say(8))
  })

  it('samples each kind of job with its own values', async () => {
    const backend = await models.backend({ sampling: {} })
    const character = { name: 'Mira', greeting: '', context: '' }
    const { receipt } = await answer(backend, tinyJob({ kind: 'character', character }))
    expect(receipt.sampling).toMatchObject({ topK: 40, repeatPenalty: 1.05, presencePenalty: 0 })
  })

  it('does not block the event loop while it reads a prompt', async () => {
    const backend = await models.backend({ tiny: endless, chunkMs: 1 })
    let rounds = 0
    let isOver = false
    const count = (): void => {
      rounds += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await answer(backend, tinyJob({ message: long.repeat(20), sampling: { maxTokens: 1 } }))
    isOver = true
    expect(rounds).toBeGreaterThan(5)
  })
})

describe('a prompt that was read before', () => {
  it.each(['office', 'character'] as const)('is not read again, and changes no reply: %s', async (kind) => {
    const character = { name: 'Mira', greeting: 'Ahoy', context: long.repeat(5) }
    const warm = await models.backend({ tiny: endless })
    const first = await answer(warm, tinyJob({ kind, character }))
    const history = [{ inputData: tinyJob().message, outputData: first.text }]
    const next = tinyJob({ kind, character, history, message: 'and then' })
    const reused = await answer(warm, next)
    const cold = await answer(await models.backend({ tiny: endless }), next)

    expect(reused.text).toBe(cold.text)
    expect(cold.receipt.reusedTokens).toBe(0)
    expect(reused.receipt.promptTokens).toBe(cold.receipt.promptTokens)
    expect(reused.receipt.reusedTokens + reused.receipt.readTokens).toBe(reused.receipt.promptTokens)
    // at least the system text; a character's last turn does not contain the time, so its whole first turn too
    const known = kind === 'character' ? first.receipt.promptTokens : first.receipt.promptTokens / 2
    expect(reused.receipt.reusedTokens).toBeGreaterThan(known)
  })

  it('is reused except for its last token when it is sent again', async () => {
    const backend = await models.backend({ tiny: endless })
    const first = await answer(backend, tinyJob())
    const second = await answer(backend, tinyJob())
    expect(second.text).toBe(first.text)
    expect(second.receipt.readTokens).toBe(1)
  })

  it('of another conversation does not affect the reply', async () => {
    const backend = await models.backend({ tiny: endless })
    await answer(backend, tinyJob({ message: long, history: [{ inputData: 'who', outputData: long }] }))
    const after = await answer(backend, tinyJob())
    const cold = await answer(await models.backend({ tiny: endless }), tinyJob())
    expect(after.text).toBe(cold.text)
  })
})

describe('a cancelled generation', () => {
  it('stops reading the prompt, and the next one continues from there with the right reply', async () => {
    const backend = await models.backend({ tiny: endless, chunkMs: 1 })
    const job = tinyJob({ message: long.repeat(60) })
    const cut = await answer(backend, job, { signal: abortedAtCheck(6) })
    expect(cut.receipt).toMatchObject({ finish: 'cut', replyTokens: 0 })
    expect(cut.receipt.readTokens).toBeGreaterThan(0)
    expect(cut.receipt.readTokens).toBeLessThan(cut.receipt.promptTokens / 2)

    const after = await answer(backend, job)
    expect(after.receipt.reusedTokens).toBe(cut.receipt.readTokens)
    const cold = await answer(await models.backend({ tiny: endless }), job)
    expect(after.text).toBe(cold.text)
  })

  it('stops in the middle of a reply, without an effect on the next one', async () => {
    const backend = await models.backend({ tiny: endless })
    const stop = new AbortController()
    const cut = await answer(backend, tinyJob(), {
      signal: stop.signal,
      onPiece: (count) => (count === 5 ? stop.abort() : undefined),
    })
    expect(cut.pieces).toHaveLength(5)
    expect(cut.receipt).toMatchObject({ finish: 'cut', replyTokens: 5 })

    const after = await answer(backend, tinyJob())
    expect(after.text.startsWith(cut.text)).toBe(true)
    expect(after.text).toBe((await answer(await models.backend({ tiny: endless }), tinyJob())).text)
  })

  it('ends when its reader leaves the loop', async () => {
    const backend = await models.backend({ tiny: endless })
    const receipts: unknown[] = []
    for await (const piece of backend.stream(tinyJob(), never, (receipt) => receipts.push(receipt))) {
      if (piece !== '') break
    }
    expect(receipts).toEqual([expect.objectContaining({ finish: 'cut', replyTokens: 1 })])
    expect((await answer(backend, tinyJob())).receipt.replyTokens).toBe(24)
  })

  it('never starts when it was cancelled before its start', async () => {
    const backend = await models.backend({ tiny: endless })
    await expect(backend.complete(tinyJob(), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })
})

describe('generations at the same time', () => {
  it('wait for each other, and can be cancelled while they wait', async () => {
    const backend = await models.backend({ tiny: endless })
    const alone = await answer(backend, tinyJob())
    const stop = new AbortController()
    const running = answer(backend, tinyJob(), { onPiece: (count) => (count === 3 ? stop.abort() : undefined) })
    const cancelled = backend.complete(tinyJob(), stop.signal)
    const last = answer(backend, tinyJob())
    await expect(cancelled).rejects.toThrow('Aborted')
    expect((await running).text).toBe(alone.text)
    expect((await last).text).toBe(alone.text)
  })

  it('run side by side when the model has more sequences, each with its own kept tokens', async () => {
    const backend = await models.backend({ tiny: endless, sequences: 2 })
    const other = tinyJob({ history: [{ inputData: 'who', outputData: long }], message: 'and' })
    const together = await Promise.all([answer(backend, tinyJob()), answer(backend, other)])
    const again = await Promise.all([answer(backend, other), answer(backend, tinyJob())])
    expect(again.map(({ receipt }) => receipt.readTokens)).toEqual([1, 1])
    expect(again[1].text).toBe(together[0].text)
    expect(again[0].text).toBe(together[1].text)
  })
})

describe('closing', () => {
  it('ends running and waiting generations, and starts no new ones', async () => {
    const backend = await models.backend({ tiny: endless, sampling: { maxTokens: 4_000 } })
    let begun: () => void = () => undefined
    const started = new Promise<void>((resolve) => (begun = resolve))
    const running = answer(backend, tinyJob(), { onPiece: () => begun() })
    const waiting = answer(backend, tinyJob())
    const ends = [running, waiting].map((reply) => expect(reply).rejects.toThrow('The model is closed'))
    await started
    await backend.close()
    await Promise.all(ends)
    await expect(answer(backend, tinyJob())).rejects.toThrow('The model is closed')
    await backend.close()
  })

  it('frees the memory', async () => {
    const tiny = { ...endless, width: 256, layers: 4 }
    const use = async () => {
      const backend = await models.backend({ tiny })
      await answer(backend, tinyJob({ sampling: { maxTokens: 2 } }))
      await backend.close()
    }
    await use()
    await use()
    const before = process.memoryUsage().rss
    for (let round = 0; round < 10; round += 1) await use()
    // an open model uses more than 20 MB
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
  })

  it('serves both kinds at the same time, each with its own sampling', async () => {
    const sampling = { office: { maxTokens: 2 }, character: { maxTokens: 5 } }
    const backend = await LocalBackend.open({ modelPath: await models.file(endless), sampling, sequences: 2 })
    const answers = await Promise.all(kinds.map((kind) => answer(backend, tinyJob({ kind }))))
    expect(answers.map(({ receipt }) => receipt.replyTokens)).toEqual([2, 5])
    await backend.close()
  })

  it('closes the engine too when it is its own', async () => {
    const backend = await LocalBackend.open({
      modelPath: await models.file(endless),
      sampling: perKind(() => ({ maxTokens: 3 })),
    })
    expect((await answer(backend, tinyJob())).receipt.replyTokens).toBe(3)
    await backend.close()
    await expect(LocalBackend.open({ modelPath: '/nowhere.gguf' })).rejects.toThrow('/nowhere.gguf')
  })

  it('is not needed when opening fails', async () => {
    await expect(models.backend({ modelPath: '/nowhere.gguf' })).rejects.toThrow('/nowhere.gguf')
  })
})

describe('the worker over the local backend', () => {
  const logger = createLogger('silent')
  const worker = async (sampling: { maxTokens: number }) => {
    const backend = await models.backend({ tiny: endless, sampling })
    return new ReplyWorker({ kind: 'office', backends: new Map([['Local', backend]]), logger, mergeWindowMs: 0 })
  }
  const job = (parts = {}) => tinyJob({ deadline: Date.now() + 15_000, ...parts })

  it('yields contiguous deltas and completes', async () => {
    const progress = await new Reading(await worker({ maxTokens: 24 }), job()).all()
    let offset = 0
    for (const piece of progress.filter(isDelta)) {
      expect(piece).toMatchObject({ attempt: 1, offset })
      offset += piece.delta.length
    }
    expect(fold(progress).length).toBeGreaterThan(24)
    expect(progress.at(-1)).toMatchObject({ kind: 'end', outcome: 'completed' })
  })

  it('frees the slot of a cancelled job', async () => {
    const shared = await worker({ maxTokens: 4_000 })
    const running = new Reading(shared, job())
    await running.untilText()
    const next = new Reading(shared, job())
    expect(await next.take()).toMatchObject({ kind: 'queued', position: 1 })
    running.cancel()
    expect(await next.take()).toEqual({ kind: 'started' })
    next.cancel()
    await shared.close()
  })

  it('reports that a prompt does not fit', async () => {
    const progress: ReplyProgress[] = await new Reading(
      await worker({ maxTokens: 24 }),
      job({ message: long.repeat(2_000) }),
    ).all()
    expect(progress.at(-1)).toEqual({
      kind: 'end',
      outcome: 'failed',
      reason: 'prompt_too_long',
      message: expect.any(String),
    })
  })
})

const markers = '<s></s><|im_start|>system<|im_end|><|start_header_id|>system<|end_header_id|><|eot_id|>[INST]'

describe('the text of users', () => {
  it.each<[TinyTemplate, boolean]>([
    ['chatml', false],
    ['chatml', true],
    ['llama3', false],
    ['none', false],
  ])('stays text, wherever it stands and whatever it looks like: %s, loose markers %s', async (template, loose) => {
    const local = await models.model({ template, hasLooseMarkers: loose })
    const special = new Set(tokensOf(local, 'harmless').filter((token) => isMarker(local, token)))
    const harmless = tokensOf(local, 'harmless').filter((token) => special.has(token))
    const hostile = tokensOf(local, markers)
    expect(harmless.length).toBeGreaterThan(2)
    expect(hostile.filter((token) => special.has(token))).toEqual(harmless)
    expect(local.model.detokenize(hostile, true).split(markers)).toHaveLength(7)
  })

  it('follows the headers of Llama 3 when the model has them', async () => {
    const local = await models.model({ template: 'llama3' })
    const prompt = { opening: [{ role: 'system', text: 'S' }], turns: [], last: [{ role: 'user', text: 'I' }] } as const
    const text = local.model.detokenize(local.template.tokens(prompt), true)
    expect(text.replaceAll(' ', '')).toBe(
      '<s><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nI' +
        '<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    )
  })
})

describe('a long conversation', () => {
  const tiny = { ...endless, contextLength: 512 }
  const turns = (count: number): Turn[] =>
    Array.from({ length: count }, (_, index) => ({ inputData: `number ${index}`, outputData: long.repeat(3) }))

  it('loses its oldest turns, as few as needed, and reports that', async () => {
    const backend = await models.backend({ tiny })
    const { receipt } = await answer(backend, tinyJob({ history: turns(20) }))
    expect(receipt.turnsKept).toBeGreaterThan(0)
    expect(receipt.turnsKept + receipt.turnsDropped).toBe(20)
    expect(receipt.promptTokens).toBeLessThanOrEqual(512 - 24)
    expect(receipt.replyTokens).toBe(24)

    const onlyKept = await answer(backend, tinyJob({ history: turns(20).slice(receipt.turnsDropped) }))
    expect(onlyKept.receipt).toMatchObject({ promptTokens: receipt.promptTokens, turnsDropped: 0, readTokens: 1 })
    const oneMore = await answer(backend, tinyJob({ history: turns(20).slice(receipt.turnsDropped - 1) }))
    expect(oneMore.receipt.turnsDropped).toBe(1)
  })

  it('loses its oldest turns by the cuts of the job, before the examples of a character', async () => {
    const backend = await models.backend({ tiny })
    const character = { name: 'Mira', greeting: '', context: '', examples: turns(1) }
    const kept = async (historyCuts: readonly number[]) => {
      const job = tinyJob({ kind: 'character', character, history: turns(12), historyCuts })
      const { receipt } = await answer(backend, job)
      expect(receipt.turnsKept + receipt.turnsDropped).toBe(12)
      return receipt.turnsKept
    }
    const most = await kept(Array.from({ length: 12 }, (_, cut) => cut))
    expect(most).toBeGreaterThan(2)
    expect(most).toBeLessThan(11)
    // the first cut that fits, not the fewest turns
    expect(await kept([0, 1, 12 - most + 2, 11])).toBe(most - 2)
    expect(await kept([0, 12 - most])).toBe(most)
    // beyond the last cut the example goes first, then single turns
    expect(await kept([0, 1])).toBeGreaterThanOrEqual(most)
  })

  it('loses turns of any length without tokenizing them', async () => {
    const backend = await models.backend({ tiny })
    const history = [{ inputData: 'who', outputData: 'x'.repeat(5_000_000) }, ...turns(1)]
    const { receipt } = await answer(backend, tinyJob({ history }))
    expect(receipt).toMatchObject({ turnsKept: 1, turnsDropped: 1 })
  })

  it('leaves a reply less room, rather than none, when only the message is left', async () => {
    const backend = await models.backend({ tiny, sampling: { maxTokens: 500 } })
    const { receipt } = await answer(backend, tinyJob({ message: long.repeat(20), history: turns(5) }))
    expect(receipt.turnsKept).toBe(0)
    expect(receipt.promptTokens).toBeGreaterThan(256)
    expect(receipt.promptTokens + receipt.replyTokens).toBe(512)
    expect(receipt.finish).toBe('length')
  })

  it("uses at most the job's context, and at most that of the model", async () => {
    const backend = await models.backend({ tiny })
    const whole = await answer(backend, tinyJob({ history: turns(20) }))
    const brief = await answer(backend, tinyJob({ history: turns(20), contextTokens: 400 }))
    expect(brief.receipt.turnsDropped).toBeGreaterThan(whole.receipt.turnsDropped)
    expect(brief.receipt.promptTokens + brief.receipt.replyTokens).toBeLessThanOrEqual(400)
    const vast = await answer(backend, tinyJob({ history: turns(20), contextTokens: 100_000 }))
    expect(vast.receipt.turnsDropped).toBe(whole.receipt.turnsDropped)
    const refused = answer(backend, tinyJob({ message: long.repeat(40), contextTokens: 400 }))
    await expect(refused).rejects.toThrow('does not fit')
  })

  it('leaves room for a message of 8,000 characters, which is complete or refused', async () => {
    const message = long.repeat(200).slice(0, 8_000)
    const longTurns = turns(10).map((turn) => ({ ...turn, inputData: message }))
    const roomy = await models.backend({ tiny: { ...endless, contextLength: 4_096 } })
    const alone = await answer(roomy, tinyJob({ message }))
    expect(alone.receipt.promptTokens).toBeGreaterThan(1_000)
    const { receipt } = await answer(roomy, tinyJob({ message, history: longTurns }))
    expect(receipt.turnsKept + receipt.turnsDropped).toBe(10)
    expect(receipt.turnsDropped).toBeGreaterThan(5)
    expect(receipt.promptTokens).toBeGreaterThanOrEqual(alone.receipt.promptTokens)
    expect(receipt.promptTokens + receipt.replyTokens).toBeLessThanOrEqual(4_096)
    await models.close()
    const small = await models.backend({ tiny })
    await expect(answer(small, tinyJob({ message }))).rejects.toMatchObject({ name: 'PromptTooLong' })
  })

  it.each([1, 1_000])('is refused when the message alone does not fit, here times %i', async (times) => {
    const backend = await models.backend({ tiny })
    const reply = answer(backend, tinyJob({ message: long.repeat(60 * times) }))
    await expect(reply).rejects.toMatchObject({ name: 'PromptTooLong' })
    expect((await answer(backend, tinyJob())).receipt.finish).toBe('length')
  })
})

describe('reference text', () => {
  it.each([20, 60, 10_000])('that does not fit is left out, and the reply continues: times %i', async (times) => {
    const backend = await models.backend({ tiny: { ...endless, contextLength: 512 } })
    const job = tinyJob({ kind: 'office', message: long.repeat(25) })
    const without = await answer(backend, job)
    const { text, receipt } = await answer(backend, { ...job, references: long.repeat(times) })
    expect([text, receipt.promptTokens]).toEqual([without.text, without.receipt.promptTokens])
  })
})

describe('the stop marker', () => {
  const marker = '<|eot_id|>'

  it('ends a reply in which a model writes it letter by letter', async () => {
    const tiny = { ...endless, template: 'chatml', says: [' so', '<|eot', '_id|>'] } as const
    const backend = await models.backend({ tiny, sampling: { maxTokens: 400, temperature: 2, minP: 0, topP: 1 } })
    const { text, receipt } = await answer(backend, tinyJob())
    expect(receipt.finish).toBe('stop')
    expect(text).not.toContain(marker)
    expect(receipt.replyTokens).toBeLessThan(400)
  })
})

describe('characters that consist of several tokens', () => {
  it('are well-formed whatever bytes a model generates', async () => {
    const says = ['<0xF0>', '<0x9F>', '<0x99>', '<0x82>', '<0xC3>', '<0xA9>', ' so']
    const backend = await models.backend({
      tiny: { ...endless, says },
      sampling: { maxTokens: 600, temperature: 2, minP: 0, topP: 1, repeatPenalty: 1 },
    })
    const { pieces, text, receipt } = await answer(backend, tinyJob())
    expect(receipt.replyTokens).toBe(600)
    expect(pieces.filter((piece) => typeof piece !== 'string' || /[\p{Surrogate}\uFFFD]/u.test(piece))).toEqual([])
    expect(text).toMatch(/é/)
  })
})

function tokensOf(local: LocalModel, text: string) {
  const character = { name: text, greeting: text, context: text }
  const history = [{ inputData: text, outputData: text }]
  return local.template.tokens(
    buildPrompt(tinyJob({ kind: 'character', character, history, message: text }), { now: 0 }),
  )
}

function isMarker(local: LocalModel, token: ReturnType<typeof tokensOf>[number]): boolean {
  const { control, userDefined } = local.model.getTokenAttributes(token)
  return control || userDefined
}

describe('the thoughts of a model', () => {
  const says = ['<think>', '</think>', ' people', ' water', '.']
  const thinker = { ...endless, says, width: 32, layers: 1 }
  const turns =
    "{% for m in messages %}{{'<|im_start|>' + m['role'] + '\\n'}}" +
    "{% if m['reasoning_content'] %}{{'<think>\\n' + m['reasoning_content'] + '\\n</think>\\n\\n'}}{% endif %}" +
    "{{m['content'] + '<|im_end|>\\n'}}{% endfor %}"
  const opening = turns + "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n<think>\\n' }}{% endif %}"
  const ask = (backend: LocalBackend, seed: number) =>
    answer(backend, tinyJob({ completion: { maxTokens: 24, seed }, sampling: { temperature: 1, topP: 1, minP: 0 } }))
  const seeds = Array.from({ length: 16 }, (_, seed) => seed)

  it('are apart from its text where the reply begins with them, and are counted', async () => {
    const backend = await models.backend({ tiny: thinker })
    const kinds = new Set<string>()
    for (const seed of seeds) {
      const { thoughts, text, receipt } = await ask(backend, seed)
      expect(text).not.toMatch(/^\s*<think>/)
      expect(thoughts).not.toContain('</think>')
      expect(thoughts).toBe(thoughts.trim())
      const { replyTokens, thoughtTokens = 0 } = receipt
      expect(thoughtTokens).toBeLessThanOrEqual(replyTokens)
      if (thoughts !== '') expect(thoughtTokens).toBeGreaterThan(1)
      if (thoughtTokens === 0) expect(thoughts).toBe('')
      kinds.add([thoughts !== '' && 'thoughts', text !== '' && 'text'].filter(Boolean).join())
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['text', 'thoughts,text']))
  })

  it('are begun by a template that begins each reply with them', async () => {
    const tiny = { ...thinker, chatTemplate: opening }
    const local = await models.model(tiny)
    const prompt: Prompt = {
      opening: [{ role: 'system', text: 'S' }],
      turns: [
        [
          { role: 'user', text: 'a' },
          { role: 'assistant', text: 'b' },
        ],
      ],
      last: [{ role: 'user', text: 'I' }],
    }
    const written = (...options: Parameters<typeof local.template.tokens>) =>
      local.model.detokenize(local.template.tokens(...options), true)
    expect(written(prompt)).toMatch(/<\|im_start\|>assistant\n<think>\n$/)
    expect(written(prompt).split('<think>')).toHaveLength(2)
    // a grammar allows no thought
    expect(written(prompt, { mayThink: false })).toMatch(/<\|im_start\|>assistant\n$/)
    expect(written({ ...prompt, last: [...prompt.last, { role: 'assistant', text: 'so' }] })).toMatch(
      /<\|im_start\|>assistant\nso$/,
    )
    const backend = await models.backend({ tiny })
    expect(backend.hasThoughts).toBe(true)
    const kinds = new Set<string>()
    for (const seed of seeds) {
      const { thoughts, text, receipt } = await ask(backend, seed)
      expect(receipt.thoughtTokens).toBeGreaterThan(0)
      kinds.add([thoughts !== '' && 'thoughts', text !== '' && 'text'].filter(Boolean).join())
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['thoughts,text']))
  })

  it('are an ability of models whose template has a place for them, and of no other', async () => {
    const abilities = []
    for (const chatTemplate of [turns, opening, turns.replace(/{% if m\['reasoning_content.*endif %}/, '')]) {
      const { template } = await models.model({ ...thinker, chatTemplate })
      abilities.push(template.hasThoughts)
    }
    expect(abilities).toEqual([true, true, false])
  })

  it('may be followed by a call, and cannot call', async () => {
    const tiny = { ...jsonSpeaker, chatTemplate: opening, says: ['</think>', '||call:', ' people'] }
    const backend = await models.backend({ tiny })
    const tools = [{ name: 'clock', description: '', parameters: '{"type":"object","properties":{}}' }]
    let [called, quoted] = [0, 0]
    for (const seed of seeds) {
      const reply = await answer(backend, completionJob({ tools, seed, maxTokens: 40 }))
      if (reply.thoughts.includes('||call:')) quoted += 1
      if (reply.thoughts === '' || reply.calls.length === 0) continue
      called += 1
      expect(reply.calls).toEqual([{ id: expect.any(String), name: 'clock', arguments: '{}' }])
    }
    expect(Math.min(called, quoted)).toBeGreaterThan(0)
  })
})
