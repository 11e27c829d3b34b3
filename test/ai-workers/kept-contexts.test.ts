import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals'
import { keptFor } from '@parley/engine'
import { SeededRandom } from '@parley/testing'
import type { LocalBackend } from '../../ai-workers/backends/local-backend.js'
import type { BackendJob } from '../../ai-workers/backends/backend.js'
import type { Turn } from '../../src/ports/reply-generator/reply-generator.js'
import { abortedAtCheck, answer, tinyJob, TinyModels } from '../support/ai-workers/tiny-models.js'

const models = new TinyModels()
const endless = { endWeight: 0 }
const long = 'the people say water and some other words '

afterEach(() => models.close())
afterAll(() => models.remove())

/** A room as the application keeps it: the newest entries are sent with the next message. */
interface Room {
  readonly caller: string
  history: { inputData: string; outputData: string }[]
  said: number
}

const rooms = (count: number): Room[] =>
  Array.from({ length: count }, (_, room) => ({ caller: `caller ${String(room)}`, history: [], said: 0 }))
const messageOf = (room: Room) => `${room.caller} says ${String(room.said)} and some other words`
const jobOf = (room: Room, kind: 'office' | 'character' = 'character') =>
  tinyJob({ kind, caller: room.caller, history: room.history.slice(-10), message: messageOf(room) })

async function sayIn(backend: LocalBackend, room: Room) {
  const reply = await answer(backend, jobOf(room))
  room.history.push({ inputData: messageOf(room), outputData: reply.text })
  room.said += 1
  return reply
}

describe('conversations that alternate', () => {
  const coldReply = async (room: Room) => {
    const cold = await models.backend({ tiny: endless })
    const { text } = await answer(cold, jobOf(room))
    await cold.close()
    return text
  }

  it('continue from the tokens that were read for them, while there is a context for each', async () => {
    const backend = await models.backend({ tiny: endless, kept: 2 })
    const all = rooms(3)
    const lengths = new Map<Room, number>()
    for (let turn = 0; turn < 4; turn += 1) {
      for (const room of all) {
        const cold = await coldReply(room)
        const { text, receipt } = await sayIn(backend, room)
        expect(text).toBe(cold)
        // a character's prompt only grows
        expect(receipt.reusedTokens).toBeGreaterThanOrEqual(lengths.get(room) ?? 0)
        lengths.set(room, receipt.promptTokens)
      }
    }
  })

  it('continue from the whole prompt before, in the office too, when their messages have moments', async () => {
    const backend = await models.backend({ tiny: endless })
    const history: Turn[] = []
    let known = 0
    for (let turn = 0; turn < 6; turn += 1) {
      const [askedAt, message] = [turn * 3_600_000, `message ${String(turn)}`]
      const { text, receipt } = await answer(backend, tinyJob({ caller: 'ada', history, message, askedAt }))
      expect(receipt.reusedTokens).toBeGreaterThanOrEqual(known)
      known = receipt.promptTokens
      history.push({ inputData: message, outputData: text, askedAt })
    }
  })

  it('have the newest ten turns, without their dates, in a model that was trained on so many', async () => {
    const trained = await models.backend({ tiny: endless, mostTurns: 10 })
    const turns = (moment: object) =>
      Array.from({ length: 20 }, (_, turn) => ({ inputData: String(turn), outputData: long, ...moment }))
    const { receipt } = await answer(trained, tinyJob({ history: turns({ askedAt: 1 }), historyCuts: [0, 10] }))
    const plain = await answer(trained, tinyJob({ history: turns({}).slice(-10) }))
    expect(receipt).toMatchObject({ turnsKept: 10, turnsDropped: 0, promptTokens: plain.receipt.promptTokens })
    expect(plain.receipt.readTokens).toBe(1)
  })

  it('displace the least recently used one when there are more of them', async () => {
    const backend = await models.backend({ tiny: endless, kept: 1 })
    const [first, second, third] = rooms(3)
    if (!first || !second || !third) throw new Error('three rooms')
    for (const room of [first, second, first]) await sayIn(backend, room)
    // uses the context of the second conversation
    await sayIn(backend, third)
    const beginning = (await sayIn(backend, third)).receipt.reusedTokens
    const kept = (await sayIn(backend, first)).receipt
    expect(kept.reusedTokens).toBeGreaterThan(beginning)
    const displaced = (await sayIn(backend, second)).receipt
    expect(displaced.reusedTokens).toBeLessThan(kept.reusedTokens / 2)
  })

  it('are distinguished in the office, where only the last message contains the time', async () => {
    const backend = await models.backend({ tiny: endless, kept: 3 })
    const turns = [{ inputData: long, outputData: long.repeat(3) }]
    const say = (caller: string, message: string, history: { inputData: string; outputData: string }[]) =>
      answer(backend, tinyJob({ caller, message, history }))
    await say('ada', long, [])
    await say('eve', long, [])
    const second = await say('ada', 'what then', turns)
    await say('eve', 'why', [])
    const third = await say('ada', 'go on', [...turns, { inputData: 'what then', outputData: second.text }])
    // all of the second prompt up to the time of its last message
    expect(third.receipt.reusedTokens).toBeGreaterThan(second.receipt.promptTokens - 120)
    expect(third.receipt.reusedTokens).toBeGreaterThan(second.receipt.reusedTokens)
  })

  /** A reproducible script by seed: users send messages, stop replies, repeat messages, and edit earlier ones. */
  async function script(seed: number, say: (room: Room) => Promise<void>, cancel: (room: Room) => Promise<void>) {
    const random = new SeededRandom(seed)
    const all = rooms(3)
    for (let step = 0; step < 30; step += 1) {
      const room = all[Math.floor(random.uniform() * all.length)]
      if (!room) throw new Error('no room')
      const [first, last] = [room.history.at(0), room.history.at(-1)]
      const act = random.uniform()
      if (act < 0.15) await cancel(room)
      else if (act < 0.3 && room.history.length > 1) room.history.pop()
      else if (act < 0.4 && last) room.history.splice(-1, 1, { ...last, outputData: 'something else' })
      else if (act < 0.5 && first) room.history.splice(0, 1, { ...first, outputData: 'edited' })
      await say(room)
    }
  }

  it('get exactly the replies of separate models, whatever the users do, while there is a context for each', async () => {
    const backend = await models.backend({ tiny: endless, kept: 2 })
    const own = new Map<string, LocalBackend>()
    const ownOf = async ({ caller }: Room) => {
      const found = own.get(caller) ?? (await models.backend({ tiny: endless }))
      own.set(caller, found)
      return found
    }
    const say = async (room: Room) => {
      const alone = await answer(await ownOf(room), jobOf(room))
      const { text, receipt } = await sayIn(backend, room)
      expect({ text, reused: receipt.reusedTokens }).toEqual({ text: alone.text, reused: alone.receipt.reusedTokens })
    }
    const cancel = async (room: Room) => {
      await answer(await ownOf(room), jobOf(room), { signal: abortedAtCheck(7) })
      await answer(backend, jobOf(room), { signal: abortedAtCheck(7) })
    }
    await script(1, say, cancel)
  })

  it.each([0, 1])('get the replies of a cold model, except for rounding, when only %i are kept', async (kept) => {
    const backend = await models.backend({ tiny: endless, kept, sampling: { maxTokens: 8 } })
    let different = 0
    const say = async (room: Room) => {
      const cold = await coldReply(room)
      const { text } = await sayIn(backend, room)
      if (!cold.startsWith(text)) different += 1
    }
    const cancel = async (room: Room) => {
      await answer(backend, jobOf(room), { signal: abortedAtCheck(7) })
    }
    await script(kept + 1, say, cancel)
    // the last bits depend on how many tokens are read at once, and with random weights two words are sometimes equally
    // likely
    expect(different).toBeLessThanOrEqual(2)
  })

  it('get the same replies side by side as alone, each with its own kept tokens', async () => {
    const backend = await models.backend({ tiny: endless, sequences: 2, kept: 2, sampling: { maxTokens: 8 } })
    const all = rooms(4)
    let different = 0
    for (let turn = 0; turn < 3; turn += 1) {
      const cold = await Promise.all(all.map(coldReply))
      const replies = await Promise.all(all.map((room) => sayIn(backend, room)))
      different += replies.filter(({ text }, room) => cold[room]?.startsWith(text) !== true).length
      if (turn === 0) continue
      for (const { receipt } of replies) expect(receipt.reusedTokens).toBeGreaterThan(receipt.promptTokens / 2)
    }
    // the way in which the two share a batch affects the last bits, as above
    expect(different).toBeLessThanOrEqual(2)
  })

  it('begin while others run: none waits until the others have ended', async () => {
    const backend = await models.backend({ tiny: endless, sequences: 4, sampling: { maxTokens: 600 } })
    const [first, ...others] = rooms(4)
    if (!first) throw new Error('no room')
    await sayIn(backend, first)
    let running = 0
    const run = async (room: Room, onPiece: (pieces: number) => void) => {
      running += 1
      const reply = await answer(backend, { ...jobOf(room), sampling: { maxTokens: 600 } }, { onPiece })
      running -= 1
      return reply
    }
    let all: Promise<unknown> | undefined
    await new Promise<void>((resolve) => {
      const onPiece = (pieces: number) => (pieces === 20 ? resolve() : undefined)
      all = Promise.all(others.map((room) => run(room, onPiece)))
    })
    const { receipt } = await answer(backend, { ...jobOf(first), sampling: { maxTokens: 8 } })
    expect(receipt).toMatchObject({ replyTokens: 8, finish: 'length' })
    expect(receipt.reusedTokens).toBeGreaterThan(0)
    expect(running).toBe(3)
    await all
  })

  it('do not use up a context that was only warmed, until the first of them starts', async () => {
    const backend = await models.backend({ tiny: endless })
    await backend.warmUp('office')
    const { text, receipt } = await answer(backend, tinyJob())
    expect(receipt.readTokens).toBeLessThan(receipt.promptTokens / 2)
    expect(text).toBe((await answer(await models.backend({ tiny: endless }), tinyJob())).text)
  })

  it('have as many contexts as a sixteenth of the memory holds', async () => {
    const { context } = await models.model(endless, { kept: 'auto' })
    expect(context.totalSequences).toBe(9)
    expect([keptFor(16e9, 1e9), keptFor(15e9, 1e9), keptFor(64e9, 1e9), keptFor(64e9, 1e6)]).toEqual([1, 0, 4, 8])
  })

  it('divide that memory between the models of a process', async () => {
    const { context } = await models.model(endless, { kept: 'auto', sharedBy: 1e9 })
    expect(context.totalSequences).toBe(1)
  })
})

describe('what a caller has said', () => {
  const secret = `my safe in the office has the number ${long}`
  const greeting = 'hello there'

  it.each<[string, Partial<BackendJob>, Partial<BackendJob>]>([
    ['a message', { message: secret }, { message: secret }],
    [
      'an exchange',
      { history: [{ inputData: secret, outputData: long }] },
      { history: [{ inputData: secret, outputData: long }] },
    ],
    ['instructions', { instructions: secret }, { instructions: secret }],
    ['instructions of a room', { roomInstructions: secret }, { roomInstructions: secret }],
    [
      'a persona beside a public character',
      {
        character: { name: 'Mira', greeting, context: '', isPublic: true },
        persona: { name: 'Nova', description: secret },
      },
      {
        character: { name: 'Mira', greeting, context: '', isPublic: true },
        persona: { name: 'Nova', description: secret },
      },
    ],
    ...[undefined, false].map((isPublic): [string, object, object] => {
      const character = { name: 'Mira', greeting, context: secret, isPublic }
      return [`a character that is not public: ${String(isPublic)}`, { character }, { character }]
    }),
    [
      'the own part of a public character',
      { character: { name: 'Mira', greeting, context: '', isPublic: true }, message: secret },
      { character: { name: 'Mira', greeting, context: '', isPublic: true }, message: secret },
    ],
  ])('is read again for another caller, even when its prompt is the same: %s', async (_, said, guess) => {
    const kind = 'character' in said ? 'character' : 'office'
    const backend = await models.backend({ tiny: endless })
    const [ada, eve] = [tinyJob({ kind, caller: 'user:1', ...said }), tinyJob({ kind, caller: 'user:2', ...guess })]
    const other = tinyJob({ ...eve, caller: 'user:3', message: 'else', history: [], instructions: 'something other' })
    await answer(backend, { ...other, character: { name: 'Else', greeting: '', context: '' } })
    const first = (await answer(backend, ada)).receipt
    const guessed = (await answer(backend, eve)).receipt
    expect(guessed.reusedTokens).toBe(guessed.sharedTokens)
    expect(guessed.promptTokens - guessed.reusedTokens).toBeGreaterThan(8)
    expect(first.promptTokens).toBe(guessed.promptTokens)
    expect((await answer(backend, eve)).receipt).toMatchObject({ readTokens: 1, sharedTokens: 0 })
  })

  it('does not affect how much a guess of it reuses', async () => {
    const words = secret.split(' ')
    const reused: (number | undefined)[] = []
    for (const count of [1, 4, words.length]) {
      const backend = await models.backend({ tiny: endless })
      await answer(backend, tinyJob({ caller: 'user:1', message: secret }))
      const guess = `${words.slice(0, count).join(' ')} and more`
      reused.push((await answer(backend, tinyJob({ caller: 'user:2', message: guess }))).receipt.reusedTokens)
    }
    expect(new Set(reused).size).toBe(1)
    expect(reused[0]).toBeGreaterThan(0)
  })

  it('is for one job only when no account and no room shows whose it is', async () => {
    const backend = await models.backend({ tiny: endless })
    const job = (number: number, parts: Partial<BackendJob>) =>
      tinyJob({ id: `job ${String(number)}`, message: secret, ...parts })
    const read = async (next: BackendJob) => (await answer(backend, next)).receipt
    await read(job(1, { caller: 'said:7', reusableBy: null }))
    const second = await read(job(2, { caller: 'said:7', reusableBy: null }))
    expect(second.reusedTokens).toBe(second.sharedTokens)
    const third = await read(job(3, {}))
    expect(third.reusedTokens).toBe(third.sharedTokens)
    await read(job(4, { caller: 'said:7', reusableBy: 'room:7:a' }))
    expect(await read(job(5, { caller: 'said:7', reusableBy: 'room:7:b' }))).toMatchObject({
      reusedTokens: second.reusedTokens,
    })
    expect(await read(job(6, { caller: 'said:7', reusableBy: 'room:7:b' }))).toMatchObject({ readTokens: 1 })
  })

  it('is read again, and not what the service wrote or the sheet of a public character', async () => {
    const backend = await models.backend({ tiny: endless })
    const examples = [{ inputData: 'who are you', outputData: long }]
    const character = { name: 'Mira', greeting, context: long.repeat(3), examples, isPublic: true }
    const job = (caller: string, message: string) => tinyJob({ kind: 'character', caller, character, message })
    await answer(backend, job('user:1', secret))
    const { receipt } = await answer(backend, job('user:2', 'hello'))
    expect(receipt.sharedTokens).toBe(receipt.reusedTokens)
    // all but the message
    expect(receipt.readTokens).toBeLessThan(20)
    const hidden = { ...character, isPublic: false }
    await answer(backend, { ...job('user:1', secret), character: hidden })
    const fromHidden = (await answer(backend, { ...job('user:2', 'hello'), character: hidden })).receipt
    expect(fromHidden.reusedTokens).toBeGreaterThan(20)
    expect(fromHidden.reusedTokens).toBeLessThan(receipt.reusedTokens / 2)
  })
})

it('a text of a conversation is tokenized once: the next prompt has the same tokens for it', async () => {
  const { model, template } = await models.model({ template: 'chatml' })
  const tokenize = jest.spyOn(model, 'tokenize')
  const textsOf = () => tokenize.mock.calls.splice(0).map(([text]) => text)
  const opening = [{ role: 'system', text: 'the house' }] as const
  const question = { role: 'user', text: 'a question' } as const
  const first = template.tokens({ opening, turns: [], last: [question] })
  expect(textsOf()).toEqual(expect.arrayContaining(['the house', 'a question']))
  const turns = [[question, { role: 'assistant', text: 'an answer' }]] as const
  const prompt = { opening, turns, last: [{ role: 'user', text: 'another question' }] } as const
  const next = template.tokens(prompt)
  const texts = textsOf()
  expect(texts).toEqual(expect.arrayContaining(['an answer', 'another question']))
  expect(texts).not.toContain('the house')
  expect(texts).not.toContain('a question')
  const shared = first.findIndex((token, index) => token !== next[index])
  expect(model.detokenize(next.slice(0, shared))).toContain('a question')
  expect(template.tokens(prompt)).toEqual(next)
  tokenize.mockRestore()
})
