import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { ReplyPart } from '@parley/engine'
import { cutReply } from '../../ai-workers/backends/scripted/cut-reply.js'
import { parseScript, scriptFault } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

const job: ReplyJob = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'office',
  model: 'Local',
  message: 'Hello',
  history: [],
  searchAccess: false,
  deadline: Number.MAX_SAFE_INTEGER,
}
const never = new AbortController().signal

describe('a scripted address', () => {
  it('alone is a fixed reply of at least 200 characters in 40 chunks that cut through an emoji, 10 ms apart', () => {
    const script = parseScript('scripted:')
    const chunks = cutReply(script.reply, script.chunks)
    expect([...script.reply].length).toBeGreaterThanOrEqual(200)
    expect(script.reply).toMatch(/scripted reply/)
    expect(chunks).toHaveLength(40)
    expect(chunks.join('')).toBe(script.reply)
    expect(chunks.filter((chunk) => !isWellFormed(chunk)).length).toBeGreaterThanOrEqual(2)
    expect(script).toMatchObject({ delayMs: 10, firstDelayMs: 0, failAt: undefined, stallAt: undefined, empty: false })
  })

  it('reads every option, percent-encoded', () => {
    const address =
      'scripted:?chunks=3&delayMs=0&firstDelayMs=7&thoughts=So%3A&reply=50%25%20%26%20more&failAt=2&stallAt=3&empty=true&completeFails=true'
    expect(parseScript(address)).toEqual({
      chunks: 3,
      delayMs: 0,
      firstDelayMs: 7,
      thoughts: 'So:',
      reply: '50% & more',
      failAt: 2,
      stallAt: 3,
      empty: true,
      completeFails: true,
    })
    expect(scriptFault(address)).toBeUndefined()
    expect(scriptFault('scripted:?empty=false')).toBeUndefined()
  })

  it.each([
    ['local.gguf', 'begins with "scripted:"'],
    ['scripted:chunks=1', 'followed by nothing, or by "?"'],
    ['scripted:?chunk=1', 'no option "chunk"; it knows chunks,'],
    ['scripted:?chunks=1&chunks=2', '"chunks" of "scripted:" is given more than once'],
    ['scripted:?chunks=0', '"chunks" of "scripted:" must be a whole number from 1 to 10000'],
    ['scripted:?chunks=10001', '"chunks"'],
    ['scripted:?delayMs=-1', '"delayMs"'],
    ['scripted:?firstDelayMs=1.5', '"firstDelayMs"'],
    ['scripted:?failAt=', '"failAt"'],
    ['scripted:?stallAt=0', '"stallAt"'],
    ['scripted:?empty=yes', '"empty" of "scripted:" must be true or false'],
    ['scripted:?completeFails=1', '"completeFails"'],
    ['scripted:?reply=', '"reply"'],
    ['scripted:?thoughts=a%00b', '"thoughts"'],
    ['scripted:?reply=a%00b', '"reply"'],
  ])('is refused with a sentence when it is faulty: %s', (address, part) => {
    expect(scriptFault(address)).toContain(part)
    expect(() => parseScript(address)).toThrow(part)
  })
})

describe('cutting a reply', () => {
  it.each([
    ['evenly', 'abcdefghij', 5, ['ab', 'cd', 'ef', 'gh', 'ij']],
    ['through an emoji that starts where the cut would be', 'abcd🙂fgh', 2, ['abcd\ud83d', '\ude42fgh']],
    ['through an emoji that ends where the cut would be', 'abc🙂ghi', 2, ['abc\ud83d', '\ude42ghi']],
    ['into fewer pieces when the text is short', 'ab', 5, ['a', 'b']],
    ['not at all', 'ab', 1, ['ab']],
  ])('cuts %s', (_case, text, chunks, pieces) => {
    expect(cutReply(text, chunks)).toEqual(pieces)
  })
})

describe('the scripted backend', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('waits firstDelayMs before the first chunk and delayMs before each other one', async () => {
    const given: string[] = []
    const done = collect('scripted:?reply=abc&chunks=3&firstDelayMs=100&delayMs=10', given)
    await jest.advanceTimersByTimeAsync(99)
    expect(given).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    expect(given).toEqual(['a'])
    await jest.advanceTimersByTimeAsync(19)
    expect(given).toEqual(['a', 'b'])
    await jest.advanceTimersByTimeAsync(1)
    await done
    expect(given).toEqual(['a', 'b', 'c'])
  })

  it('throws instead of the chunk named by failAt', async () => {
    const given: string[] = []
    const done = expect(collect('scripted:?reply=abc&chunks=3&failAt=2', given)).rejects.toThrow(
      'The script fails here',
    )
    await jest.runAllTimersAsync()
    await done
    expect(given).toEqual(['a'])
  })

  it('stalls instead of the chunk named by stallAt until it is aborted, leaving no timer behind', async () => {
    const given: string[] = []
    const stop = new AbortController()
    const done = expect(collect('scripted:?reply=abc&chunks=3&stallAt=3', given, stop.signal)).rejects.toThrow(
      /aborted/i,
    )
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(given).toEqual(['a', 'b'])
    stop.abort()
    await done
    expect(jest.getTimerCount()).toBe(0)
  })

  it('stops between two chunks when it is aborted, leaving no timer behind', async () => {
    const given: string[] = []
    const stop = new AbortController()
    const done = expect(collect('scripted:?delayMs=1000', given, stop.signal)).rejects.toThrow(/aborted/i)
    await jest.advanceTimersByTimeAsync(1_500)
    expect(given).toHaveLength(2)
    stop.abort()
    await done
    expect(jest.getTimerCount()).toBe(0)
  })

  it('streams no chunk when it is empty, but returns the reply in one piece', async () => {
    const given: string[] = []
    await collect('scripted:?empty=true&reply=abc', given)
    expect(given).toEqual([])
    expect(await finished(complete('scripted:?empty=true&reply=abc'))).toBe('abc')
  })

  it('fails in one piece when completeFails is set', async () => {
    await expect(finished(complete('scripted:?completeFails=true'))).rejects.toThrow('fails in one piece too')
  })

  it.each([
    ['response_format', { responseFormat: { kind: 'json_object' } }],
    ['tool_choice', { toolChoice: { kind: 'required' } }],
    ['tool_choice', { toolChoice: { kind: 'named', name: 'clock' } }],
  ] as const)('is asked nothing that a script cannot do: %s', (param, options) => {
    const check = () =>
      new ScriptedBackend(parseScript('scripted:')).check({ ...job, completion: { maxTokens: 9, ...options } })
    expect(check).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ path: ['input', param] })] }))
  })

  it('yields nothing after an abort', async () => {
    const gone = AbortSignal.abort()
    await expect(collect('scripted:', [], gone)).rejects.toThrow(/aborted/i)
    await expect(complete('scripted:', gone)).rejects.toThrow(/aborted/i)
  })
})

async function collect(address: string, into: ReplyPart[], signal = never): Promise<void> {
  for await (const chunk of new ScriptedBackend(parseScript(address)).stream(job, signal)) into.push(chunk)
}

async function complete(address: string, signal = never): Promise<string> {
  const parts = await new ScriptedBackend(parseScript(address)).complete(job, signal)
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('|')
}

async function finished<T>(promise: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([promise, jest.runAllTimersAsync()])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
