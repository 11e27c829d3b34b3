import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  loadLocalModel,
  type LocalEngine,
  type LocalModel,
  type LocalModelOptions,
  openLocalEngine,
  type ReplyPart,
  type ReplySampling,
} from '@parley/engine'
import { ensureTinyModel, type TinyModelOptions } from '@parley/testing'
import { LocalBackend, type LocalBackendOptions } from '../../../ai-workers/backends/local-backend.js'
import type { BackendJob } from '../../../ai-workers/backends/backend.js'
import { perKind } from '../../../src/kinds.js'
import { collected, type CollectedReply } from './collected-reply.js'
import type { ReplyReceipt } from '../../../src/ports/reply-generator/reply-generator.js'

interface Setup extends Partial<Omit<LocalBackendOptions, 'sampling'>> {
  readonly tiny?: TinyModelOptions
  readonly sampling?: Partial<ReplySampling>
}

/** Real engines with tiny models in a temporary folder; models that a test opens are closed after it. */
export class TinyModels {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-models-'))
  readonly #opened: { close(): Promise<void> }[] = []
  #shared: Promise<LocalEngine> | undefined

  /** A model file; the same one for the same options. */
  async file(tiny: TinyModelOptions = {}): Promise<string> {
    // the library first tries the template in the file name, which saves a quarter of a second
    const name = `${tiny.template ?? 'chatml'}-${hash('sha256', JSON.stringify(tiny), 'hex')}`
    const path = join(this.#folder, `${name}.gguf`)
    await ensureTinyModel(path, tiny)
    return path
  }

  /** Reproducible: always the likeliest token, on one thread, at a fixed time. */
  async backend({ tiny, sampling, ...options }: Setup = {}): Promise<LocalBackend> {
    const modelPath = await this.file(tiny)
    const backend = await LocalBackend.open({
      modelPath,
      engine: await this.#engine(),
      seed: 1,
      clock: () => 0,
      // the chunk size affects the last bits of a reply: a fixed one makes it independent of other load
      chunkMs: 60_000,
      sampling: perKind(() => ({ temperature: 0, maxTokens: 24, ...sampling })),
      ...options,
    })
    this.#opened.push(backend)
    return backend
  }

  async model(tiny: TinyModelOptions = {}, options: Partial<LocalModelOptions> = {}): Promise<LocalModel> {
    const model = await loadLocalModel({ modelPath: await this.file(tiny), engine: await this.#engine(), ...options })
    this.#opened.push({ close: () => model.dispose() })
    return model
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((one) => one.close()))
  }

  async remove(): Promise<void> {
    await (await this.#shared)?.dispose()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #engine(): Promise<LocalEngine> {
    return (this.#shared ??= openLocalEngine({ threads: 1 }))
  }
}

export interface Answer {
  readonly text: string
  readonly thoughts: string
  readonly calls: CollectedReply['calls']
  readonly pieces: readonly ReplyPart[]
  readonly receipt: ReplyReceipt
}

/** Streams a reply; `onPiece` may stop it by aborting the signal, and that is not thrown here. */
export async function answer(
  backend: LocalBackend,
  job: BackendJob,
  { signal = new AbortController().signal, onPiece = (_pieces: number): void => undefined } = {},
): Promise<Answer> {
  const pieces: ReplyPart[] = []
  let receipt: ReplyReceipt | undefined
  try {
    for await (const piece of backend.stream(job, signal, (given) => (receipt = given))) {
      pieces.push(piece)
      onPiece(pieces.length)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (!receipt) throw new Error('The backend gave no receipt')
  return { ...collected(pieces), pieces, receipt }
}

export function tinyJob(parts: Partial<BackendJob> = {}): BackendJob {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'office',
    model: 'Local',
    message: 'the people say',
    history: [],
    searchAccess: false,
    deadline: Number.MAX_SAFE_INTEGER,
    ...parts,
  }
}

/** A signal that is aborted when it is read for the nth time. */
export function abortedAtCheck(check: number): AbortSignal {
  const controller = new AbortController()
  const { signal } = controller
  const ask = signal.throwIfAborted.bind(signal)
  let checks = 0
  signal.throwIfAborted = () => {
    checks += 1
    if (checks === check) controller.abort()
    ask()
  }
  return signal
}
