import type { CallOptions, Client } from './client.js'
import { newKey } from './idempotency-key.js'
import * as operations from './operations.generated.js'

export interface UploadOptions extends CallOptions {
  /** That of a `File` when absent. */
  readonly name?: string
  /** Sends the bytes, such as `fetchWithProgress` of `@parley/client/uploads`. Default: that of the client. */
  readonly fetch?: typeof fetch
}

export interface FilePageOptions extends CallOptions {
  readonly first?: number
  readonly after?: string | null
}

/** As long as the server waits for the end of a body. */
const uploadMs = 120_000

/** Files that messages can have. */
export function filesOf(client: Client) {
  const file = async (id: string, options: CallOptions = {}) =>
    (await client.request(operations.file, { id }, options)).file
  return {
    /** Uploads a file, whose id a message can have among its `attachments`; its `state` says what was read of it. */
    uploadFile: async (content: Blob, { name, fetch, ...options }: UploadOptions = {}) => {
      const named = name ?? (content instanceof File ? content.name : 'file')
      const path = `/files?name=${encodeURIComponent(named)}`
      const sent = { ...options, fetch, timeoutMs: uploadMs }
      const { id } = await client.upload<{ readonly id: string }>(path, content, newKey(), sent)
      return file(id, options)
    },
    /** A file of the account of the session, with its state; null for any other. */
    file,
    /** The bytes of a file of the account; null for any other. */
    fileContent: (id: string, options: CallOptions = {}) => client.file(`/files/${id}/content`, options),
    /** A page of the text that a model reads of a file; null without the file. */
    fileText: async (id: string, { first = 20, after = null, ...options }: FilePageOptions = {}) =>
      (await client.request(operations.fileText, { id, first, after }, options)).file?.passages ?? null,
    /** The files of the account of the session, the newest first. */
    files: async ({ first = 20, after = null, ...options }: FilePageOptions = {}) =>
      (await client.request(operations.myFiles, { first, after }, options)).myFiles,
    /** Reads a file of characters again, in another encoding. */
    setFileEncoding: async (id: string, encoding: string, options?: CallOptions) =>
      (await client.request(operations.setFileEncoding, { id, encoding }, options)).setFileEncoding.file,
    /** Deletes a file with its text. */
    removeFile: async (id: string, options?: CallOptions) => {
      await client.request(operations.removeFile, { id }, options)
    },
  }
}
