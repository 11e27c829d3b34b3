import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { FileTable } from '../../src/database/tables/files.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { allRows } from '../support/app/rows.js'
import { readFile } from '../support/files/uploads.js'
import { saying } from '../support/rooms/log-fixture.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
let roomId: string
beforeAll(async () => {
  app = await createTestApp({ env: { HOSTED_API_KEY: 'k' }, wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(() => app.close())
beforeEach(async () => {
  roomId = await ada.room('office')
  tap.always = saying('Aye.')
})

async function ask(text: string, attachments: readonly string[] = []) {
  const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
  await ada.data(send, { input: { roomId, text, attachments } })
  await app.idle()
  return tap.lastJob
}

const sources = `query ($id: ID!) { room(id: $id) { entries(first: 20) { nodes {
  outputData sources { kind number title link file place passage }
} } } }`
interface Entry {
  readonly sources: readonly { readonly number: number; readonly file: string; readonly passage: string }[]
}
async function lastEntry(): Promise<Entry> {
  const { room } = (await ada.data(sources, { id: roomId })) as { room: { entries: { nodes: readonly Entry[] } } }
  const entry = room.entries.nodes.at(-1)
  if (!entry) throw new Error('no entry')
  return entry
}

const short = { name: 'ship.txt', bytes: Buffer.from('The ship is called Albatross.\n\nIts cook is Grace.') }
const chapter = (n: number) =>
  `# Chapter ${String(n)}\n\nThe harbour of number ${String(n)} is ${'quiet and grey '.repeat(60)}`
const longText = [
  ...Array.from({ length: 120 }, (_, n) => chapter(n)),
  'The lighthouse keeper of the northern cape keeps seven grey cats.',
  ...Array.from({ length: 120 }, (_, n) => chapter(n + 120)),
].join('\n\n')
const long = { name: 'book.md', bytes: Buffer.from(longText) }

describe('the prompt of a room with files', () => {
  it('has the whole text of short files, and every passage as a source', async () => {
    const id = await readFile(ada, short)
    tap.always = saying('She is called Grace [1].')
    const { files, passages, hasWholeFiles } = await ask('Who cooks?', [id])
    expect({ files, passages, hasWholeFiles }).toEqual({
      files: [{ name: 'ship.txt' }],
      passages: [{ number: 1, title: 'ship.txt', place: 'line 1', text: short.bytes.toString(), rank: 0 }],
      hasWholeFiles: true,
    })
    const passage = short.bytes.toString()
    const source = { kind: 'FILE', number: 1, title: 'ship.txt', link: null, file: id, place: 'line 1', passage }
    expect(await lastEntry()).toEqual({ outputData: 'She is called Grace [1].', sources: [source] })
  })

  it('has the passages of long files that suit the message, the best first', async () => {
    const id = await readFile(ada, long)
    const { passages = [], hasWholeFiles } = await ask('How many cats does the keeper of the lighthouse have?', [id])
    expect(hasWholeFiles).toBe(false)
    expect(passages.length).toBeLessThanOrEqual(10)
    expect(passages[0]?.text).toContain('seven grey cats')
    expect(passages.map(({ number, rank }) => [number, rank])).toEqual(passages.map((_, index) => [index + 1, index]))
    expect((await lastEntry()).sources).toHaveLength(passages.length)
  })

  it('keeps the cited sources alone where a prompt has more than 20', async () => {
    const text = Array.from({ length: 60 }, (_, n) => `Paragraph ${String(n)}. ${'It is a calm day. '.repeat(60)}`)
    const id = await readFile(ada, { name: 'days.txt', bytes: Buffer.from(text.slice(0, 25).join('\n\n')) })
    tap.always = saying('On two days [3][12], and `a[5]` is code.')
    const { passages = [], hasWholeFiles } = await ask('Which days?', [id])
    expect([hasWholeFiles, passages.length > 20]).toEqual([true, true])
    const entry = await lastEntry()
    expect(entry.sources.map(({ number }) => number)).toEqual([3, 12])
    expect(entry.sources[0]?.passage).toBe(passages[2]?.text.trim())
  })

  it('finds passages for a message that only goes on, and has no citations of earlier replies', async () => {
    const id = await readFile(ada, long)
    tap.always = saying('Seven [1].')
    await ask('How many cats does the keeper of the lighthouse have?', [id])
    const { passages = [], history } = await ask('And their colour?')
    expect(passages.some(({ text }) => text.includes('seven grey cats'))).toBe(true)
    expect(history).toMatchObject([{ outputData: 'Seven.' }])
  })

  it('says in the prompt which files cannot be read, wholly or in part', async () => {
    const page = '<p>Visible</p><!-- note --><img src="a.png"><img src="b.png">'
    const scan = await readFile(ada, { name: 'empty.html', bytes: Buffer.from('<img src="x.png">') })
    const part = await readFile(ada, { name: 'part.html', bytes: Buffer.from(page) })
    const { files } = await ask('What do they say?', [scan, part])
    expect(files).toEqual([
      { name: 'empty.html', note: expect.stringMatching(/^you cannot read it: There is no text in this file/) },
      { name: 'part.html', note: 'without 1 comment and 2 pictures' },
    ])
  })

  it('goes on with the sources of a reply that is continued', async () => {
    const id = await readFile(ada, long)
    tap.always = saying('The keeper has')
    await ask('How many cats does the keeper of the lighthouse have?', [id])
    const before = (await lastEntry()).sources
    const again = `mutation ($id: ID!, $index: Int!) {
      continueReply(roomId: $id, index: $index) { generation { id } }
    }`
    await ada.data(again, { id: roomId, index: 1 })
    await app.idle()
    expect(tap.lastJob.passages?.map(({ number, text }) => [number, text.trim()])).toEqual(
      before.map(({ number, passage }) => [number, passage]),
    )
    expect((await lastEntry()).sources).toEqual(before)
  })

  it('forgets a file that is removed: no source quotes it any more, and no prompt has it', async () => {
    const bytes = Buffer.from(longText.replace('seven grey cats', 'nine amber owls'))
    const id = await readFile(ada, { name: 'owls.md', bytes })
    tap.always = saying('Nine [1], says')
    await ask('How many owls does the keeper of the lighthouse have?', [id])
    expect((await lastEntry()).sources[0]?.passage).toContain('nine amber owls')
    await ada.data('mutation ($id: ID!) { removeFile(id: $id) { removedFileId } }', { id })
    const { sources: left } = await lastEntry()
    expect(left[0]).toMatchObject({ title: 'owls.md', file: id, passage: null })
    await ada.data('mutation ($id: ID!) { continueReply(roomId: $id, index: 1) { generation { id } } }', { id: roomId })
    await app.idle()
    const { files, passages } = tap.lastJob
    expect([files, passages]).toEqual([undefined, undefined])
    expect(JSON.stringify(await allRows(app)).includes('amber owls')).toBe(false)
  })

  it('has no file of another account, also when an administrator writes in its room', async () => {
    const id = await readFile(ada, short)
    tap.always = saying('Grace [1], as it')
    await ask('Who cooks?', [id])
    const admin = await app.admin()
    const asked = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    await admin.data(asked, { input: { roomId, text: 'Repeat the file.' } })
    await app.idle()
    expect([tap.lastJob.files, tap.lastJob.passages]).toEqual([undefined, undefined])
    const more = 'mutation ($id: ID!) { continueReply(roomId: $id, index: 1) { generation { id } } }'
    await admin.data(more, { id: roomId })
    await app.idle()
    expect([tap.lastJob.files, tap.lastJob.passages]).toEqual([undefined, undefined])
    const read = (await admin.data(sources, { id: roomId })) as { room: { entries: { nodes: readonly Entry[] } } }
    expect(read.room.entries.nodes[0]?.sources[0]).toMatchObject({ file: id, passage: null })
  })

  it('names the newest of very many files, and counts the others', async () => {
    const ids: string[] = []
    const name = (n: number) => `${'긴이름'.repeat(80)}${String(n)}.txt`
    for (let n = 0; n < 20; n += 1)
      ids.push(await readFile(ada, { name: name(n), bytes: Buffer.from(`Text ${String(n)}`) }))
    const { files = [], moreFiles = 0 } = await ask('What do they say?', ids)
    expect(files.length).toBeGreaterThan(2)
    expect(files.length + moreFiles).toBe(20)
    expect(moreFiles).toBeGreaterThan(0)
    expect(files.at(-1)).toEqual({ name: name(19) })
  })

  it('has no text of a file that is read again in another encoding, or that could not be read then', async () => {
    const id = await readFile(ada, short)
    await ask('Who cooks?', [id])
    await app.app.database.write((db) => db.update(FileTable, { id }, { state: 'UNREADABLE', reason: 'timed_out' }))
    const { files, passages } = await ask('And now?')
    expect(files).toEqual([{ name: 'ship.txt', note: expect.stringMatching(/^you cannot read it/) }])
    expect(passages).toBeUndefined()
  })

  it('has nothing of files in a room without any', async () => {
    const job = await ask('Hello')
    expect([job.files, job.passages, job.hasWholeFiles]).toEqual([undefined, undefined, undefined])
    expect((await lastEntry()).sources).toEqual([])
  })
})
