import { addAbortSignal, type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile as Archive } from 'yazl'

export interface ZipFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/** A ZIP archive, file by file, in constant memory. Its reader sets the pace. The failure of a file ends it with the same error. */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer, void, undefined> {
  const archive = new Archive()
  const output = archive.outputStream as PassThrough
  const pieces: AsyncIterable<Buffer> = output
  const reading = new AbortController()
  const added = addAll(archive, files, reading.signal).catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error('a file of the archive failed', { cause: error })),
  )
  try {
    yield* pieces
  } finally {
    reading.abort()
    await added
  }
}

async function addAll(archive: Archive, files: AsyncIterable<ZipFile>, reading: AbortSignal): Promise<void> {
  let source: Readable
  // yazl keeps this function with each entry until the end: one for all of them keeps one source
  const openSource = (use: (error: null, stream: Readable) => void) => use(null, source)
  for await (const { name, content } of files) {
    source = addAbortSignal(reading, Readable.from(content))
    archive.addReadStreamLazy(name, openSource)
    await finished(source)
  }
  archive.end()
}
