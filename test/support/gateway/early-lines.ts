import { connect } from 'node:net'
import { type Listener, openListener } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { until } from '@parley/testing'
import type { TextBackend } from '../../../ai-workers/backends/backend.js'
import { parseScript } from '../../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../../ai-workers/backends/scripted/scripted-backend.js'
import { mountEarlierLines } from '../../../ai-workers/legacy/earlier-lines.js'
import { LoadingWorker } from '../../../ai-workers/loading-worker.js'
import { ReplyWorker } from '../../../ai-workers/reply-worker.js'
import { mountWorker } from '../../../ai-workers/routes/mount-worker.js'
import type { HistoryRoom } from '../../../src/ports/history-source/history-source.js'
import type { ReplyJob, Turn } from '../../../src/ports/reply-generator/reply-generator.js'
import type { Kind } from '../../../src/kinds.js'
import { RawCaller } from './gateway.js'
import { mountedRoutes, type MountedRoute } from '../rest/mounted-routes.js'
import { Person } from '../app/person.js'

export interface EarlyLinesOptions {
  /** A `scripted:` address, or the model itself; undefined while it is still loading. */
  readonly model?: string | TextBackend | undefined
  /** The models of the character service; all three when unset. */
  readonly words?: readonly string[]
  readonly turns?: readonly Turn[]
  readonly queueLimit?: number
  readonly timeoutMs?: number
}

interface Seen {
  /** The jobs of the models, in order. */
  readonly jobs: ReplyJob[]
  readonly roomsRead: (HistoryRoom & { readonly kind: Kind })[]
}

/** A service of the latest line, behind the earlier lines. */
interface Service {
  readonly loading: LoadingWorker
  readonly worker: ReplyWorker | undefined
  readonly listener: Listener
}

interface Parts {
  readonly seen: Seen
  readonly services: Readonly<Record<Kind, Service>>
  readonly listener: Listener
  readonly routes: readonly MountedRoute[]
}

const logger = createLogger('silent')
const open = { host: '127.0.0.1', port: 0, logger, closeTimeoutMs: 200 }
const urlOf = ({ port }: Listener) => new URL(`http://127.0.0.1:${String(port)}`)

/** Lines 1.1 to 1.3 on their own listener, with both services in this process. */
export class EarlyLines {
  private constructor(private readonly parts: Parts) {}

  static async open(options: EarlyLinesOptions): Promise<EarlyLines> {
    const seen: Seen = { jobs: [], roomsRead: [] }
    const office = await openService('office', options, seen)
    const character = await openService('character', options, seen)
    const load = (kind: Kind, room: HistoryRoom) => {
      seen.roomsRead.push({ kind, ...room })
      return Promise.resolve(options.turns ?? [])
    }
    const routes: MountedRoute[] = []
    const listener = await openListener({
      ...open,
      ready: () => true,
      mount: (app) => {
        mountEarlierLines(app, {
          services: {
            generators: { office: office.loading, character: character.loading },
            history: { load },
            timeoutMs: options.timeoutMs ?? 20_000,
          },
          imageHosts: ['img.example', 'localhost:8080'],
          stores: { database: 'chatlog', collections: ['chatbot', 'office'] },
        })
        routes.push(...mountedRoutes(app))
      },
    })
    return new EarlyLines({ seen, services: { office, character }, listener, routes })
  }

  get jobs(): readonly ReplyJob[] {
    return this.parts.seen.jobs
  }

  get roomsRead() {
    return this.parts.seen.roomsRead
  }

  get routes(): readonly MountedRoute[] {
    return this.parts.routes
  }

  get client(): Person {
    return new Person(urlOf(this.parts.listener).origin)
  }

  post(path: string, body: unknown) {
    return this.client.rest('POST', path, body)
  }

  /** Sends a request on a new connection, to read the answer byte by byte. */
  stream(path: string, body: unknown): StreamCaller {
    const text = JSON.stringify(body)
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Length: ${Buffer.byteLength(text)}`]
    const caller = new StreamCaller(connect(this.parts.listener.port, '127.0.0.1'))
    caller.socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
    return caller
  }

  /** Resolves when so many replies of a service run or wait. */
  async active(kind: Kind, count: number): Promise<void> {
    const active = () => this.report(kind).active_connections
    await until(`${String(count)} replies run or wait`, active, (seen) => seen === count)
  }

  report(kind: Kind) {
    return this.parts.services[kind].loading.report()
  }

  /** Ends the jobs of a service, like a crash. */
  async breakDown(kind: Kind): Promise<void> {
    await this.parts.services[kind].worker?.close()
  }

  async close(): Promise<void> {
    const { services, listener } = this.parts
    for (const { worker } of Object.values(services)) await worker?.close()
    await listener.close()
    for (const service of Object.values(services)) await service.listener.close()
  }
}

async function openService(kind: Kind, options: EarlyLinesOptions, { jobs }: Seen): Promise<Service> {
  const { model, words = ['Local', 'Korean', 'Roleplay'], queueLimit = 64, timeoutMs = 20_000 } = options
  const backend = typeof model === 'string' ? new ScriptedBackend(parseScript(model)) : model
  const loading = new LoadingWorker(1)
  const noting: TextBackend | undefined = backend && {
    name: backend.name,
    stream: (job, signal) => {
      jobs.push(job)
      return backend.stream(job, signal)
    },
    complete: () => Promise.resolve(['a second try']),
  }
  const has = kind === 'office' ? ['Local'] : words
  const backends = noting && new Map(has.map((word) => [word, noting]))
  const worker = backends && new ReplyWorker({ kind, backends, logger, queueLimit })
  if (worker) loading.loaded(worker)
  const listener = await openListener({
    ...open,
    ready: () => loading.isReady,
    mount: (app) => mountWorker(app, { kind, worker: loading, models: ['Local'], log: logger, timeoutMs }),
  })
  return { loading, worker, listener }
}

/** Reads a stream chunk by chunk. */
export class StreamCaller extends RawCaller {
  /** The raw head and the text of each chunk; `isWhole` when the last chunk arrived. */
  async answer() {
    const raw = await this.ended()
    const end = raw.indexOf('\r\n\r\n')
    return { head: raw.slice(0, end), ...chunksOf(raw.slice(end + 4)) }
  }
}

function chunksOf(body: string): { chunks: string[]; isWhole: boolean } {
  const chunks: string[] = []
  let rest = body
  for (;;) {
    const [line = ''] = rest.split('\r\n', 1)
    const size = Number.parseInt(line, 16)
    if (size === 0 || Number.isNaN(size)) return { chunks, isWhole: rest === '0\r\n\r\n' }
    const start = line.length + 2
    chunks.push(Buffer.from(rest.slice(start, start + size), 'latin1').toString())
    rest = rest.slice(start + size + 2)
  }
}
