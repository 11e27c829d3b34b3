import type { FileStore } from '../../../src/ports/file-store/file-store.js'
import type { Person } from '../app/person.js'

interface Uploaded {
  readonly name: string
  readonly bytes: Buffer
  readonly type?: string
  /** An idempotency key. */
  readonly key?: string
  /** Without its length. */
  readonly isChunked?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** Uploads a file by `POST /files`. */
export function uploadFile(
  person: Person,
  { name, bytes, type = 'text/plain', key, isChunked = false, headers = {} }: Uploaded,
) {
  const named = { 'content-type': type, ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers }
  const body = isChunked ? new Blob([bytes]).stream() : bytes
  return person.rest('POST', `/files?name=${encodeURIComponent(name)}`, body, named)
}

/** The ids of all files in a store. */
export async function storedFiles(store: FileStore): Promise<string[]> {
  const ids: string[] = []
  for await (const id of store.list()) ids.push(id)
  return ids.sort()
}
