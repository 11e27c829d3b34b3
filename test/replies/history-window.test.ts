import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { LogEntry } from '@parley/chat-log-store'
import { SeededRandom } from '@parley/testing'
import { historyWindow } from '../../src/replies/history-window.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { regenerate, remove, save, update } from '../support/rooms/log-queries.js'
import { saying } from '../support/rooms/log-fixture.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'

function entry(index: number): LogEntry {
  const content = { inputData: String(index), outputData: 'a', createdAt: index }
  const shown = { number: 1, origin: null, createdAt: index }
  return { roomId: '', index, ...content, imgUrl: null, version: 1, shown, others: [] }
}

const alone = { name: undefined, account: undefined }

/** The history of a log with these indexes, as indexes. */
function windowOf(indexes: readonly number[], most: number) {
  const newestFirst = indexes.toReversed().map(entry)
  const page = { entries: newestFirst.slice(0, most), hasMore: newestFirst.length > most }
  const { history, historyCuts, hasEarlierTurns } = historyWindow(page, most, alone)
  expect(hasEarlierTurns).toBe(history.length < indexes.length)
  return { indexes: history.map(({ inputData }) => Number(inputData)), cuts: historyCuts }
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

describe('the window of a history', () => {
  it('is the newest ten, one further each time, when ten are the maximum', () => {
    for (const last of [0, 1, 9, 10, 11, 40]) {
      const { indexes, cuts } = windowOf(upTo(last), 10)
      expect(indexes).toEqual(upTo(last).slice(-10))
      expect(cuts).toEqual([0])
    }
  })

  it.each([11, 17, 30, 41, 100])(
    'has the newest ten at least and %i at most, and begins alike until it loses a block',
    (most) => {
      let starts = 0
      for (let last = 1; last <= 400; last += 1) {
        const { indexes, cuts } = windowOf(upTo(last), most)
        expect(indexes).toEqual(upTo(last).slice(-indexes.length))
        expect(indexes.length).toBeGreaterThanOrEqual(Math.min(last, 10))
        expect(indexes.length).toBeLessThanOrEqual(most)
        expect(cuts[0]).toBe(0)
        expect(cuts).toEqual(cuts.toSorted((one, other) => one - other))
        // the last cut leaves exactly ten
        expect(indexes.length - (cuts.at(-1) ?? 0)).toBe(Math.min(last, 10))
        if (last > 1 && indexes[0] !== windowOf(upTo(last - 1), most).indexes[0]) starts += 1
      }
      expect(starts).toBeLessThanOrEqual(Math.ceil(400 / (most - 9)))
    },
  )

  it('keeps, at every cut, its first entry while later ones come', () => {
    // what a context with room for 20 entries of 30 reads
    const fitting = (last: number) => {
      const { indexes, cuts } = windowOf(upTo(last), 30)
      return indexes.slice(cuts.find((cut) => indexes.length - cut <= 20))
    }
    let changes = 0
    for (let last = 30; last < 230; last += 1) {
      expect(fitting(last).length).toBeGreaterThanOrEqual(10)
      if (fitting(last)[0] !== fitting(last + 1)[0]) changes += 1
    }
    expect(changes).toBeLessThanOrEqual(200 / 10)
  })

  it('depends on the entries alone, whichever are missing', () => {
    const random = new SeededRandom(1)
    for (let run = 0; run < 300; run += 1) {
      const indexes = upTo(20 + Math.floor(random.uniform() * 150)).filter(() => random.uniform() < 0.8)
      const kept = windowOf(indexes, 30).indexes
      expect(kept).toEqual(indexes.slice(-kept.length))
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(10, indexes.length))
      expect(kept.length).toBeLessThanOrEqual(30)
      // entries before the window do not matter
      const without = indexes.filter((index) => index >= (kept[0] ?? 0) || random.uniform() < 0.5)
      expect(windowOf(without, 30).indexes).toEqual(kept)
    }
  })

  it('begins at the start of a shorter block when the page of the log ended before', () => {
    const newest = upTo(60).toReversed().map(entry)
    const { history } = historyWindow({ entries: newest.slice(0, 16), hasMore: true }, 30, alone)
    expect(history[0]?.inputData).toBe('48')
  })
})

describe('the history of a room', () => {
  const tap = new TappedGenerator()
  let app: TestApp
  let ada: Person
  beforeAll(async () => {
    app = await createTestApp({ env: { HISTORY_ENTRIES: '17', HOSTED_API_KEY: 'k' }, wrap: tap.wrap })
    ada = await app.person('ada')
    tap.always = saying('Aye.')
  })
  afterAll(() => app.close())

  const filled = async (kind: 'office' | 'chat', entries: number) => {
    const roomId = await ada.room(kind)
    for (let n = 1; n <= entries; n += 1)
      await ada.data(save, { input: { roomId, inputData: `say ${n}`, outputData: 'answer' } })
    return roomId
  }
  const asked = async (roomId: string, input: object = {}) => {
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    await ada.data(send, { input: { roomId, text: 'Hello', ...input } })
    await app.idle()
    return lastHistory()
  }
  const lastHistory = () => tap.lastJob.history.map(({ inputData }) => inputData)
  const says = (from: number, to: number) =>
    upTo(to)
      .slice(from - 1)
      .map((n) => `say ${n}`)

  it.each(['office', 'chat'] as const)('grows and loses a block of eight at once: %s', async (kind) => {
    const roomId = await filled(kind, 23)
    // the tenth newest of 23 is 14, in the block of 8 to 15
    expect(await asked(roomId)).toEqual(says(8, 23))
    expect(await asked(roomId)).toEqual([...says(8, 23), 'Hello'])
    // 16 is the tenth newest of 25: the next block
    expect(await asked(roomId)).toEqual([...says(16, 23), 'Hello', 'Hello'])
    expect(await asked(roomId)).toEqual([...says(16, 23), 'Hello', 'Hello', 'Hello'])
  })

  it('is the same for another reply to an entry in the middle, and after edits and deletions of other entries', async () => {
    const roomId = await filled('office', 30)
    const again = async () => {
      await ada.data(regenerate, { roomId, index: 24 })
      await app.idle()
      return lastHistory()
    }
    expect(await again()).toEqual(says(8, 23))
    await ada.data(remove, { roomId, index: 3 })
    await ada.data(remove, { roomId, index: 27 })
    expect(await again()).toEqual(says(8, 23))
    await ada.data(update, { input: { roomId, index: 9, inputData: 'new', outputData: 'answer' } })
    expect(await again()).toEqual(['say 8', 'new', ...says(10, 23)])
    await ada.data(remove, { roomId, index: 12 })
    expect(await again()).toEqual(['say 8', 'new', 'say 10', 'say 11', ...says(13, 23)])
  })

  it('has the moment of each message that was sent, as its own prompt had it', async () => {
    const roomId = await filled('office', 1)
    await asked(roomId)
    const { askedAt } = tap.lastJob
    expect(askedAt).toBeGreaterThan(0)
    await asked(roomId)
    expect(tap.lastJob.history.map((turn) => turn.askedAt)).toEqual([undefined, askedAt])
  })

  it('is exactly ten entries for a hosted model', async () => {
    const roomId = await filled('office', 23)
    expect(await asked(roomId, { model: 'hosted4.1' })).toEqual(says(14, 23))
  })
})
