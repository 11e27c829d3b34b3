import type { FileStore } from '../../../src/ports/file-store/file-store.js'
import { until } from '@parley/testing'
import { at, type Person } from '../app/person.js'

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

/** The answer for a file once it is read. */
export async function whenRead(person: Person, id: string): Promise<Record<string, unknown>> {
  const read = async () => (await person.rest('GET', `/files/${id}`)).body as Record<string, unknown>
  return until('the file is read', read, ({ state }) => state !== 'READING')
}

/** Uploads a file, and returns its id once it is read. */
export async function readFile(person: Person, file: Uploaded): Promise<string> {
  const id = at((await uploadFile(person, file)).body, 'id')
  await whenRead(person, id)
  return id
}

/** The whole text of a file as its preview has it. */
export async function previewOf(person: Person, id: string): Promise<string> {
  const query = `query ($id: ID!, $after: String) { file(id: $id) { passages(first: 100, after: $after) {
    nodes { text } pageInfo { hasNextPage endCursor }
  } } }`
  let text = ''
  for (let after: string | null = null; ;) {
    const { file } = (await person.data(query, { id, after })) as { file: { passages: Page } }
    text += file.passages.nodes.map((passage) => passage.text).join('')
    if (!file.passages.pageInfo.hasNextPage) return text
    after = file.passages.pageInfo.endCursor
  }
}

interface Page {
  readonly nodes: readonly { readonly text: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}
