import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemErrorCode } from '@parley/runtime'
import { httpGet, type Answer } from './http-get.js'
import { ModelUnavailable } from './model-unavailable.js'
import { PartialFile } from './partial-file.js'
import { reasonOf } from './failure-reason.js'

interface DownloadOptions {
  /** The path of the complete, verified file; parts are stored beside it. The folder exists. */
  readonly path: string
  readonly onProgress: (bytes: number, total: number | undefined) => void
  /** After so many milliseconds without a byte a connection is ended. */
  readonly stallMs?: number
  /** The pause before the first retry, doubled for each later one, in milliseconds. */
  readonly pauseMs?: number
}

export interface Downloaded {
  readonly size: number
  readonly sha256: string
}

const defaultStallMs = 60_000
const defaultPauseMs = 1_000
/** Consecutive connections without progress before the download fails. */
const maxFailures = 6
const magic = 'GGUF'
const remedy = 'put #sha256= and its digest behind the address'

/**
 * Downloads a file over as many connections as needed. Each resumes where the previous one ended while the server
 * confirms that the file is the same. Throws ModelUnavailable and keeps the part, unless it is invalid.
 */
export async function download(source: ModelSource, options: DownloadOptions): Promise<Downloaded> {
  const part = await PartialFile.open(options.path, source.url)
  try {
    await receiveAll(source, part, options)
    const { size, sha256 } = part
    if (source.sha256 !== undefined && source.sha256 !== sha256) {
      await part.restart()
      throw new ModelUnavailable(
        `${publicName(source.url)} has the SHA-256 ${sha256}, and not the ${source.sha256} it must have`,
      )
    }
    await part.finish()
    return { size, sha256 }
  } catch (error) {
    await part.close()
    throw error
  }
}

async function receiveAll(source: ModelSource, part: PartialFile, options: DownloadOptions): Promise<void> {
  let failures = 0
  let furthest = part.size
  while (part.size === 0 || part.size !== part.state?.total) {
    try {
      await receive(source, part, options)
      // without a length, only the end of the connection shows that the file is complete
      if (part.state?.total === undefined) return
    } catch (error) {
      if (error instanceof ModelUnavailable) throw error
      if (systemErrorCode(error) === 'ENOSPC') throw full(options.path)
      failures = part.size > furthest ? 1 : failures + 1
      furthest = Math.max(furthest, part.size)
      if (failures >= maxFailures) {
        throw givenUp(source.url, error)
      }
      await pause((options.pauseMs ?? defaultPauseMs) * 2 ** (failures - 1))
    }
  }
}

/** One connection. Throws when it ends before the file does. */
async function receive(source: ModelSource, part: PartialFile, options: DownloadOptions): Promise<void> {
  const { path, onProgress, stallMs = defaultStallMs } = options
  const connection = new AbortController()
  const watch = setTimeout(() => connection.abort(new Error('no byte came for too long')), stallMs)
  try {
    const response = await httpGet(source.url, headersFor(source, part), connection.signal)
    const total = await begin(response, source, part)
    await ensureRoom(path, (total ?? 0) - part.size)
    for await (const bytes of response.body) {
      watch.refresh()
      await part.append(bytes)
      if (!magic.startsWith(part.head)) throw await wrong(part, `${publicName(source.url)} is not a GGUF file`)
      onProgress(part.size, total)
    }
    if (total !== undefined && part.size !== total) throw new Error('the connection ended early')
  } finally {
    clearTimeout(watch)
    connection.abort()
  }
}

function headersFor({ headers, sha256 }: ModelSource, { size, state }: PartialFile): Record<string, string> {
  const plain = { ...headers, 'accept-encoding': 'identity' }
  const version = state?.version ?? ''
  if (size === 0 || (version === '' && sha256 === undefined)) return plain
  return { ...plain, range: `bytes=${String(size)}-`, ...(version === '' ? {} : { 'if-range': version }) }
}

/**
 * Reads the answer as the rest of the part, or as the file from its beginning. Returns the size of the whole file, if
 * the server states it.
 */
async function begin(response: Answer, source: ModelSource, part: PartialFile): Promise<number | undefined> {
  const { status } = response
  const name = publicName(source.url)
  if (status === 401 || status === 403) throw new ModelUnavailable(`${name} is not given to us (${String(status)})`)
  if (status === 404 || status === 410) throw new ModelUnavailable(`${name} does not exist (${String(status)})`)
  const version = versionOf(response)
  if (status === 206) {
    const [, start, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    const total = Number(size)
    const isRest = Number(start) === part.size && total === part.state?.total && version === part.state.version
    if (isRest) return total
  }
  if (status !== 200) {
    // the file on the server has changed since the part was begun
    if (status === 206 || status === 416) await part.restart()
    throw new Error(`the server answered ${String(status)}`)
  }
  const length = response.headers.get('content-length')
  const total = length === null ? source.size : Number(length)
  if (source.size !== undefined && total !== source.size) {
    throw await wrong(part, `${name} has ${String(total)} bytes, and not the ${String(source.size)} it must have`)
  }
  // the end of such an answer cannot be distinguished from a broken connection
  if (total === undefined && source.sha256 === undefined && !isChunked(response)) {
    throw await wrong(
      part,
      `${name} is sent without its length, so that an incomplete download could not be detected: ${remedy}`,
    )
  }
  await part.restart({ version, ...(total === undefined ? {} : { total }) })
  return total
}

function isChunked({ headers }: Answer): boolean {
  return /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')
}

/** The strong validator of the content; empty without one. */
function versionOf({ headers }: Answer): string {
  const tag = headers.get('etag') ?? ''
  return tag === '' || tag.startsWith('W/') ? (headers.get('last-modified') ?? '') : tag
}

async function ensureRoom(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < bytes) throw full(path, bytes)
}

async function wrong(part: PartialFile, sentence: string): Promise<ModelUnavailable> {
  await part.restart()
  return new ModelUnavailable(sentence)
}

function givenUp(url: string, error: unknown): ModelUnavailable {
  const name = publicName(url)
  // the message of fetch may contain the whole address
  const reason = reasonOf(error).replaceAll(url, name)
  return new ModelUnavailable(`${name} could not be downloaded (${reason}); what came is kept`)
}

function full(path: string, bytes?: number): ModelUnavailable {
  const needed = bytes === undefined ? '' : `, which needs ${(bytes / 1e9).toFixed(1)} GB more`
  return new ModelUnavailable(`${dirname(path)} has no room for the model${needed}`)
}

/** An address for messages: without query and user, which may be credentials. */
function publicName(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}

/** A file to download, with what is already known about it. */
export interface ModelSource {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** 64 lower-case hexadecimal digits. */
  readonly sha256?: string | undefined
  readonly size?: number | undefined
}
