import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from '@jest/globals'
import {
  alternativesOf,
  type ChatLogStore,
  type LogEntry,
  type LogRoomKey,
  type LogSource,
} from '../../src/chat-log-store.js'

const everything = { limit: 1_000, newestFirst: false }
const said = (inputData: string, outputData: string) => ({ inputData, outputData, imgUrl: null })
const reply = (text: string, generationId: string, seenVersion: number) => ({
  inputData: 'say',
  outputData: text,
  origin: { generationId, model: 'Local' },
  seenVersion,
})
const page: LogSource = {
  ...{ kind: 'WEB', number: 1, title: 'A "page" \uD83E', link: 'https://x.example/a?b=%20', file: null, place: null },
  passage: 'What it says\n한국어',
}
const file: LogSource = {
  ...{ kind: 'FILE', number: 2, title: 'report.pdf', link: null, file: 'f1', place: 'page 3', passage: null },
}
const texts = (entry: LogEntry) => alternativesOf(entry).map(({ number, outputData }) => `${number} ${outputData}`)

/** The contract of every chat-log store for the alternatives of an entry and for cutting a log. */
export function itChangesLogs(opened: () => { readonly store: ChatLogStore; readonly other: ChatLogStore }): void {
  let store: ChatLogStore
  let other: ChatLogStore
  let room: LogRoomKey
  const indexes = async () => (await other.page(room, everything)).entries.map(({ index }) => index)
  const append = async (count: number) => {
    for (let n = 0; n < count; n += 1) await store.append(room, said('say', `reply ${n + 1}`))
  }
  beforeEach(async () => {
    ;({ store, other } = opened())
    room = { kind: 'office', userId: '7', id: randomUUID() }
    await store.createRoom(room)
  })

  it('keeps one reply of a new entry, with its generation and how it ended', async () => {
    const origin = { generationId: 'g', model: 'hosted', finishReason: 'LENGTH' } as const
    const { entry } = await store.append(room, { ...said('say', 'reply'), origin })
    const only = { number: 1, inputData: 'say', outputData: 'reply', origin, createdAt: entry.createdAt }
    expect(entry.shown.number).toBe(1)
    expect(alternativesOf(entry)).toEqual([only])
    expect(await other.findEntry(room, 1)).toEqual(entry)
    expect((await other.page(room, everything)).entries).toEqual([entry])
  })

  it('keeps the sender of the message, whatever its texts become', async () => {
    const sender = { persona: { id: 7, name: 'half \uD83E' } }
    const { entry } = await store.append(room, { ...said('say', 'reply'), sender, source: 's' })
    expect(entry.sender).toEqual(sender)
    const retried = await other.append(room, { ...said('say', 'reply'), sender: { persona: null }, source: 's' })
    expect(retried.entry).toEqual(entry)
    await store.addReply(room, 1, reply('second', 'a', 1))
    const replaced = await store.replace(room, 1, said('said', 'by hand'))
    expect(replaced.sender).toEqual(sender)
    expect((await other.page(room, everything)).entries).toEqual([replaced])
    await store.append(room, { ...said('say', 'reply'), sender: { persona: null } })
    await store.append(room, { ...said('say', 'reply'), sender: undefined })
    const others = (await other.page(room, { ...everything, after: 1 })).entries
    expect(others.map((each) => each.sender)).toEqual([{ persona: null }, undefined])
    expect(others[1]).not.toHaveProperty('sender')
  })

  it('keeps the files of the message, whatever its texts become', async () => {
    const attachments = [
      { id: 'a', name: '계약서.pdf' },
      { id: 'b', name: 'half \uD83E' },
    ]
    const { entry } = await store.append(room, { ...said('say', 'reply'), attachments, source: 's' })
    expect(entry.attachments).toEqual(attachments)
    await store.addReply(room, 1, reply('second', 'a', 1))
    const replaced = await store.replace(room, 1, said('said', 'by hand'))
    expect(replaced.attachments).toEqual(attachments)
    expect((await other.page(room, everything)).entries).toEqual([replaced])
    const plain = await store.append(room, { ...said('say', 'reply'), attachments: [] })
    expect(plain.entry).not.toHaveProperty('attachments')
    expect(await other.findEntry(room, 2)).not.toHaveProperty('attachments')
  })

  it('keeps the thoughts of each reply, which are not of its text', async () => {
    const origin = { generationId: 'g', model: 'hosted' }
    const { entry } = await store.append(room, { ...said('say', 'reply'), thoughts: 'Hm 🤔', origin })
    expect(entry.shown).toMatchObject({ number: 1, thoughts: 'Hm 🤔', origin })
    expect(await other.findEntry(room, 1)).toEqual(entry)
    const second = await store.addReply(room, 1, { ...reply('second', 'a', 1), thoughts: 'half \uD83E' })
    const third = await store.addReply(room, 1, { ...reply('third', 'b', 2), thoughts: null })
    expect(await other.findEntry(room, 1)).toEqual(third)
    const thoughtsOf = (each: LogEntry) => alternativesOf(each).map(({ thoughts }) => thoughts)
    expect(second.shown.thoughts).toBe('half \uD83E')
    expect(thoughtsOf(third)).toEqual(['Hm 🤔', 'half \uD83E', undefined])
    const corrected = await store.replace(room, 1, said('said', 'third'))
    expect(thoughtsOf(corrected)).toEqual(['Hm 🤔', 'half \uD83E', undefined])
    const chosen = await store.choose(room, 1, 1)
    expect([chosen.outputData, chosen.shown.thoughts]).toEqual(['reply', 'Hm 🤔'])
    const replaced = await store.replace(room, 1, said('said', 'by hand'))
    expect([replaced.shown.number, replaced.shown.thoughts]).toEqual([4, undefined])
    expect((await other.page(room, everything)).entries).toEqual([replaced])
  })

  it('keeps the sources of each reply, of which an entry shows those of its reply', async () => {
    const origin = { generationId: 'g', model: 'hosted' }
    const { entry } = await store.append(room, { ...said('say', 'reply'), sources: [page, file], origin })
    expect(entry.shown).toMatchObject({ number: 1, sources: [page, file], origin })
    expect(await other.findEntry(room, 1)).toEqual(entry)
    const thoughts = 'Hm'
    const second = await store.addReply(room, 1, { ...reply('second', 'a', 1), thoughts, sources: [file] })
    expect(second.shown).toMatchObject({ thoughts, sources: [file] })
    const third = await store.addReply(room, 1, { ...reply('third', 'b', 2), sources: [] })
    expect(await other.findEntry(room, 1)).toEqual(third)
    const sourcesOf = (each: LogEntry) => alternativesOf(each).map(({ sources }) => sources)
    expect(sourcesOf(third)).toEqual([[page, file], [file], undefined])
    const corrected = await store.replace(room, 1, said('said', 'third'))
    expect(sourcesOf(corrected)).toEqual([[page, file], [file], undefined])
    const chosen = await store.choose(room, 1, 1)
    expect([chosen.outputData, chosen.shown.sources]).toEqual(['reply', [page, file]])
    const more = { ...origin, generationId: 'h' }
    const longer = await other.continueReply(room, 1, { outputData: 'reply!', origin: more, seenVersion: 5 })
    expect(longer.shown).toMatchObject({ number: 1, sources: [page, file], origin: more })
    const replaced = await store.replace(room, 1, said('said', 'by hand'))
    expect([replaced.shown.number, replaced.shown.sources]).toEqual([4, undefined])
    expect(sourcesOf(replaced)).toEqual([[page, file], [file], undefined, undefined])
    expect((await other.page(room, everything)).entries).toEqual([replaced])
  })

  it('drops the sources of the oldest replies before it would drop a reply', async () => {
    await append(1)
    const sources = [{ ...page, passage: 'x'.repeat(63_900) }]
    for (let n = 1; n <= 8; n += 1) await store.addReply(room, 1, { ...reply(`more ${n}`, `g${n}`, n), sources })
    const entry = await other.findEntry(room, 1)
    const kept = entry ? alternativesOf(entry).map((each) => [each.number, each.sources]) : []
    expect(kept).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [number, number < 5 ? undefined : sources]))
  })

  it('drops the thoughts of the oldest replies before it would drop a reply', async () => {
    await append(1)
    const thoughts = 'x'.repeat(64_000)
    for (let n = 1; n <= 8; n += 1) await store.addReply(room, 1, { ...reply(`more ${n}`, `g${n}`, n), thoughts })
    const entry = await other.findEntry(room, 1)
    const kept = entry ? alternativesOf(entry).map((each) => [each.number, each.thoughts?.length]) : []
    expect(kept).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [number, number < 5 ? undefined : 64_000]))
  })

  it('keeps the earlier reply of a replaced entry, and changes only the message of one with the same reply', async () => {
    await append(1)
    const corrected = await store.replace(room, 1, said('said', 'reply 1'))
    expect(corrected).toMatchObject({ version: 2, inputData: 'said', shown: { number: 1 }, others: [] })
    const replaced = await store.replace(room, 1, said('asked', 'by hand'))
    expect(replaced).toMatchObject({ version: 3, inputData: 'asked', outputData: 'by hand', shown: { number: 2 } })
    expect(texts(replaced)).toEqual(['1 reply 1', '2 by hand'])
    expect(await other.findEntry(room, 1)).toEqual(replaced)
  })

  it('shows another reply of the entry version that the client saw, and keeps it unshown after a change', async () => {
    await append(1)
    const shown = await store.addReply(room, 1, reply('second', 'a', 1))
    expect(shown).toMatchObject({ version: 2, index: 1, outputData: 'second', shown: { number: 2 } })
    const kept = await store.addReply(room, 1, reply('third', 'b', 1))
    expect(kept).toMatchObject({ version: 3, outputData: 'second', shown: { number: 2 } })
    expect(texts(kept)).toEqual(['1 reply 1', '2 second', '3 third'])
    expect(await other.findEntry(room, 1)).toEqual(kept)
    await expect(store.addReply(room, 2, reply('x', 'c', 1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('adds the reply of a generation once, however often and by whichever process it is added', async () => {
    await append(1)
    const tries = Array.from({ length: 10 }, (_, n) =>
      (n % 2 === 0 ? store : other).addReply(room, 1, reply('a', 'g', 1)),
    )
    const entries = await Promise.all(tries)
    expect(entries.map(({ version }) => version)).toEqual(Array.from({ length: 10 }, () => 2))
    // also when another one has been shown since
    await store.choose(room, 1, 1)
    expect(texts(await store.addReply(room, 1, reply('a', 'g', 1)))).toEqual(['1 reply 1', '2 a'])
  })

  it('goes on with the shown reply in place, once for each generation, and with the date of its message', async () => {
    const origin = { generationId: 'g', model: 'hosted', askedAt: 7, finishReason: 'LENGTH', thoughtsMs: 800 } as const
    const { entry } = await store.append(room, { ...said('say', 'One,'), origin })
    expect(entry.shown.origin).toEqual(origin)
    const more = { generationId: 'h', model: 'Local', askedAt: 9, finishReason: 'STOP', thoughtsMs: 300 } as const
    const longer = { outputData: 'One, two', origin: more, seenVersion: 1 }
    const entries = await Promise.all([store, other, store].map((each) => each.continueReply(room, 1, longer)))
    const shown = { number: 1, origin: { ...more, askedAt: 7, thoughtsMs: 1_100 }, createdAt: entry.shown.createdAt }
    expect(entries).toEqual(entries.map(() => ({ ...entry, outputData: 'One, two', version: 2, shown })))
    expect(await other.findEntry(room, 1)).toEqual(entries[0])
    // also when the entry has changed since
    await store.replace(room, 1, said('say', 'by hand'))
    expect(texts(await other.continueReply(room, 1, longer))).toEqual(['1 One, two', '2 by hand'])
    const late = { ...longer, origin: { ...more, generationId: 'i' }, seenVersion: 2 }
    await expect(store.continueReply(room, 1, late)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(store.continueReply(room, 2, late)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // of a reply that a client wrote
    const written = await store.continueReply(room, 1, { ...late, outputData: 'by hand, and more', seenVersion: 3 })
    expect(written).toMatchObject({ version: 4, shown: { number: 2, origin: { generationId: 'i' } } })
    expect(texts(written)).toEqual(['1 One, two', '2 by hand, and more'])
  })

  it('shows the chosen alternative with the message that it answers, and counts a version only for a change', async () => {
    await append(1)
    await store.replace(room, 1, said('other words', 'other reply'))
    const chosen = await store.choose(room, 1, 1, 2)
    expect(chosen).toMatchObject({ version: 3, shown: { number: 1 }, inputData: 'say', outputData: 'reply 1' })
    expect(await other.choose(room, 1, 1, 3)).toEqual(chosen)
    await expect(store.choose(room, 1, 2, 2)).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const [index, number] of [
      [1, 3],
      [1, 0],
      [2, 1],
    ] as const)
      await expect(store.choose(room, index, number)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await other.findEntry(room, 1)).toEqual(chosen)
  })

  it('keeps 20 replies and drops the oldest, never the shown one, and never reuses a number', async () => {
    await append(1)
    for (let n = 1; n <= 25; n += 1) await store.addReply(room, 1, reply(`more ${n}`, `g${n}`, 0))
    const entry = await store.replace(room, 1, said('say', 'last'))
    expect(alternativesOf(entry).map(({ number }) => number)).toEqual([
      1,
      ...Array.from({ length: 19 }, (_, n) => n + 9),
    ])
    expect(entry).toMatchObject({ shown: { number: 27 }, version: 27 })
    expect(await other.findEntry(room, 1)).toEqual(entry)
  })

  it('keeps few long replies, but always the one that was shown last', async () => {
    await append(1)
    for (const letter of 'abcd') await store.replace(room, 1, said('say', letter.repeat(150_000)))
    const long = await store.replace(room, 1, said('say', 'e'.repeat(900_000)))
    expect(alternativesOf(long).map(({ number }) => number)).toEqual([4, 5, 6])
    const last = await store.replace(room, 1, said('say', 'short'))
    expect(alternativesOf(last).map(({ number }) => number)).toEqual([5, 6, 7])
    expect(await other.choose(room, 1, 6)).toMatchObject({ outputData: 'e'.repeat(900_000) })
  })

  it.each(['half of a pair \ud83d', '{"$set":{"version":0}}', 'e\u0301 \u{10ffff}'])(
    'keeps the text of an alternative as it is: %j',
    async (text) => {
      await append(1)
      await store.replace(room, 1, said(text, text))
      const after = await store.replace(room, 1, said('say', 'new'))
      expect(alternativesOf(after)[1]).toMatchObject({ inputData: text, outputData: text })
      expect(await other.findEntry(room, 1)).toEqual(after)
    },
  )

  it('removes only the expected version', async () => {
    await append(2)
    await store.replace(room, 1, said('say', 'new'))
    await expect(store.remove(room, 1, 1)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(store.remove(room, 3, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await indexes()).toEqual([1, 2])
    await store.remove(room, 1, 2)
    expect(await indexes()).toEqual([2])
  })

  it('accepts one of several simultaneous changes of the same version, of any kind', async () => {
    await append(2)
    const outcomes = await Promise.allSettled([
      store.replace(room, 1, said('say', 'new'), 1),
      other.choose(room, 1, 1, 1).then(() => store.remove(room, 1, 1)),
      other.truncate(room, 1, { expectedVersion: 1 }),
      store.remove(room, 1, 1),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('removes an entry and all later ones, a second time without an error, and assigns no index twice', async () => {
    await append(5)
    await store.remove(room, 4)
    await store.truncate(room, 3)
    expect(await indexes()).toEqual([1, 2])
    await other.truncate(room, 3)
    await store.truncate(room, 4, { expectedVersion: 1 })
    expect(await other.findEntry(room, 3)).toBeNull()
    expect((await other.append(room, said('say', 'next'))).entry.index).toBe(6)
    await expect(store.choose(room, 3, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await store.truncate(room, 1)
    expect(await indexes()).toEqual([])
    for (const wrong of [
      { ...room, userId: '8' },
      { ...room, id: randomUUID() },
    ])
      await expect(store.truncate(wrong, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('cuts nothing when the first or the last entry is not the version that the client saw', async () => {
    await append(3)
    await store.replace(room, 2, said('say', 'new'))
    for (const guard of [
      { expectedVersion: 1 },
      { expectedLastIndex: 2 },
      { expectedVersion: 2, expectedLastIndex: 1 },
    ])
      await expect(other.truncate(room, 2, guard)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await indexes()).toEqual([1, 2, 3])
    expect(await other.findEntry(room, 2)).toMatchObject({ version: 2 })
    await other.truncate(room, 2, { expectedVersion: 2, expectedLastIndex: 3 })
    await append(1)
    // a retry after another client has appended
    await expect(other.truncate(room, 2, { expectedVersion: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await indexes()).toEqual([1, 4])
  })

  it('accepts a cut while a later part of the log is cut at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      await append(10)
      const first = ((await store.page(room, everything)).entries.at(-1)?.index ?? 0) - 9
      const cuts = [store.truncate(room, first + 4), other.truncate(room, first + 2, { expectedVersion: 1 })]
      await Promise.all(cuts)
      const { entries: left } = await store.page(room, everything)
      expect(left.filter(({ index }) => index >= first).map(({ index }) => index)).toEqual([first, first + 1])
    }
  })

  it('removes or keeps an entry that is appended during a cut, never a part of it, and gives it its own index', async () => {
    await append(10)
    const appended = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? store : other).append(room, said('say', 'new')),
    )
    const cuts = [store.truncate(room, 3), other.truncate(room, 2), other.truncate(room, 5)]
    const saved = await Promise.all(appended)
    await Promise.all(cuts)
    expect(saved.map(({ entry }) => entry.index).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 11),
    )
    const { entries: left } = await store.page(room, everything)
    expect(left[0]).toMatchObject({ index: 1, outputData: 'reply 1' })
    for (const { index, outputData } of left.slice(1)) expect([index > 10, outputData]).toEqual([true, 'new'])
    expect((await store.append(room, said('say', 'next'))).entry.index).toBe(31)
  })
}
