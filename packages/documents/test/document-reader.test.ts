import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@parley/runtime'
import { DocumentReader } from '../src/document-reader.js'
import { lines, pagesFile, pdfStream } from './pdf-file.js'
import { refusalOf } from './read.js'

const { signal } = new AbortController()
const text = (content: string) => Buffer.from(content)

/** A file that is read until its process is ended. */
function endlessFile(): Buffer {
  const forms = Array.from({ length: 12 }, (_each, index) =>
    pdfStream(
      '/X Do '.repeat(10),
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${String(7 + index)} 0 R >> >> `,
    ),
  )
  return pagesFile(['/X Do'], { resources: '/XObject << /X 6 0 R >>', extra: forms })
}

describe('a reader of documents', () => {
  let reader: DocumentReader
  beforeEach(() => {
    reader = new DocumentReader({ bounds: { milliseconds: 120_000 } })
  })
  afterEach(() => reader.stop())

  it('reads a file by its path as by its bytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-document-'))
    try {
      const path = join(folder, '4711')
      const file = pagesFile([lines('text')])
      writeFileSync(path, file)
      const byPath = await reader.readDocument(path, { name: 'file.pdf' }, signal)
      expect(byPath).toEqual(await reader.readDocument(file, { name: 'file.pdf' }, signal))
      expect(byPath.blocks).toEqual([{ text: 'text', page: 1 }])
      const bounds = { fileBytes: file.length - 1 }
      expect(await refusalOf(reader.readDocument(path, { name: 'file.pdf', bounds }, signal))).toBe('too_large')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('hands on what the process reports', async () => {
    await expect(reader.readDocument(text(''), { name: 'file.txt' }, signal)).rejects.toMatchObject({
      name: 'DocumentRefused',
      reason: 'no_text',
      message: 'There is no text in this file',
    })
    const long = await reader.readDocument(text('line\n\n'.repeat(100_000)), { name: 'file.txt' }, signal)
    expect(long.blocks).toHaveLength(100_000)
    expect(long.blocks.at(-1)).toEqual({ text: 'line', line: 199_999 })
    await expect(reader.readDocument('/nowhere', { name: 'file.txt' }, signal)).rejects.toThrow('ENOENT')
  })

  it('refuses a document that takes longer than its bound', async () => {
    const bounds = { milliseconds: 50 }
    expect(await refusalOf(reader.readDocument(endlessFile(), { name: 'file.pdf', bounds }, signal))).toBe('timed_out')
  })

  it('ends a document when its signal is aborted, while it is read and while it waits', async () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const reading = reader.readDocument(endlessFile(), { name: 'file.pdf' }, first.signal)
    const waiting = reader.readDocument(text('text'), { name: 'file.txt' }, second.signal)
    second.abort(new Error('not needed'))
    await expect(waiting).rejects.toThrow('not needed')
    const next = reader.readDocument(text('next'), { name: 'file.txt' }, signal)
    first.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
    expect((await next).blocks).toEqual([{ text: 'next', line: 1 }])
  })

  it('reads the documents of all callers in turn', async () => {
    const order: string[] = []
    const read = async (caller: string) => {
      await reader.readDocument(text(caller), { name: 'file.txt', caller }, signal)
      order.push(caller)
    }
    await Promise.all([read('user:1'), read('user:1'), read('user:1'), read('user:2')])
    expect(order).toEqual(['user:1', 'user:1', 'user:2', 'user:1'])
  })

  it('refuses a document when too many wait, and all when it stops', async () => {
    const small = new DocumentReader({ waiting: 1 })
    const read = () => small.readDocument(endlessFile(), { name: 'file.pdf', caller: 'user:1' }, signal)
    const outcomes = [read(), read(), read()].map((each) => each.catch((error: unknown) => error))
    expect(await outcomes[2]).toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 1_000 })
    await small.stop()
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toBeInstanceOf(AppError)
      expect(outcome).toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Too many documents are being read, try again later',
      })
    }
  })
})
