import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files of a ZIP archive by name; their sizes and checksums are checked. */
export async function unzip(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const directory = await fromBufferPromise(archive)
  for await (const entry of directory.eachEntry())
    files.set(entry.fileName, await buffer(await directory.openReadStreamPromise(entry)))
  return files
}
