import {
  type LocalEngine,
  type LocalEngineOptions,
  modelFault,
  modelFile,
  ModelUnavailable,
  openLocalEngine,
} from '@parley/engine'
import { type Logger, reasonOf, systemErrorCode } from '@parley/runtime'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { LocalBackend, type LocalBackendOptions } from '../../ai-workers/backends/local-backend.js'
import { parseScript } from '../../ai-workers/backends/scripted/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted/scripted-backend.js'
import { ServerBackend } from '../../ai-workers/backends/server/server-backend.js'
import { ServerWatch } from '../../ai-workers/backends/server/server-watch.js'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import type { LocalModel } from '../../src/config/models/local-model.js'
import { perKind, type Kind } from '../../src/kinds.js'
import { modelFilesOf } from './model-files.js'
import { workerModels } from './worker-models.js'

/**
 * The backends of each service of this worker by model name; a file with two names, or of two services, is loaded once.
 * Resolves when the models are downloaded and loaded; throws the errors of both steps.
 */
export async function openLocalBackends(
  config: Config,
  log: Logger,
): Promise<Readonly<Record<Kind, ReadonlyMap<string, TextBackend>>>> {
  const uses = config.workerKinds.flatMap((kind) =>
    [...workerModels(config, kind)].map(([name, model]) => ({ kind, name, model, key: keyOf(kind, model) })),
  )
  const backends = perKind(() => new Map<string, TextBackend>())
  const opened = new Map<string, TextBackend>()
  const files = new Set(uses.filter(({ model }) => isOnDisk(model)).map(({ key }) => key))
  // one engine per process, since its threads are shared by the models
  const engine = files.size > 1 ? await openLocalEngine(engineOptions(config, log)) : undefined
  for (const { kind, name, model, key } of uses) {
    const kinds = config.workerKinds.filter((one) => uses.some((use) => use.kind === one && use.key === key))
    const backend =
      opened.get(key) ?? (await openBackend(config, { kind, kinds, model, engine, sharedBy: files.size, log }))
    opened.set(key, backend)
    backends[kind].set(name, backend)
  }
  return backends
}

const isOnDisk = ({ kind }: LocalModel) => kind !== 'scripted' && kind !== 'server'

/** The bundled model reads a typical conversation in a moment, and its worker should stay below 250 MB. */
const keptByBundled = 0

/** It was trained on prompts of the documented routes: ten entries, of which only the newest message has a date. */
const turnsOfBundled = 10

/** Equal for equal models. Without a file in memory, each service has its own. */
const keyOf = (kind: Kind, model: LocalModel) => JSON.stringify(isOnDisk(model) ? model : { kind, model })

const maxReportLength = 1_000

interface BackendChoice {
  readonly kind: Kind
  /** The services that use the model. */
  readonly kinds: readonly Kind[]
  readonly model: LocalModel
  /** Without one, the backend creates its own. */
  readonly engine: LocalEngine | undefined
  /** The number of models in this process, which share its memory for kept contexts. */
  readonly sharedBy: number
  readonly log: Logger
}

function engineOptions({ model: { threads, gpu } }: Config, log: Logger): LocalEngineOptions {
  const onReport = (message: string) =>
    log.error({ message: message.slice(0, maxReportLength) }, 'model_library.failed')
  return { gpu, onReport, ...(threads === undefined ? {} : { threads }) }
}

async function openBackend(
  config: Config,
  { kind, kinds, model, engine, sharedBy, log }: BackendChoice,
): Promise<TextBackend> {
  const { contextSize, batchSize, keptContexts, sampling } = config.model
  if (model.kind === 'scripted') return new ScriptedBackend(parseScript(`scripted:${model.options}`))
  if (model.kind === 'server') return openServerBackend(config, { kind, model, log })
  const modelPath = await modelFile(model, modelFilesOf(config, log)).catch(asModelUnavailable)
  const startedAt = Date.now()
  // the last line of a process that a damaged file ends
  log.info({ kind: kinds.join(','), file: modelPath }, 'model.loading')
  const backend = await openFile(settingOf(config, model), {
    modelPath,
    contextSize,
    batchSize,
    sampling,
    sequences: kinds.reduce((sum, one) => sum + Math.max(config.concurrency[one], config.earlierLines.atOnce), 0),
    kept: keptContexts ?? (model.kind === 'bundled' ? keptByBundled : 'auto'),
    mostTurns: model.kind === 'bundled' ? turnsOfBundled : undefined,
    sharedBy,
    ...(engine ? { engine } : engineOptions(config, log)),
  })
  // at the same time, so that each kind has a context of its own
  await Promise.all(kinds.map((one) => backend.warmUp(one)))
  const { name, gpu, contexts } = backend
  log.info({ kind: kinds.join(','), model: name, gpu, contexts, ms: Date.now() - startedAt }, 'model.loaded')
  return backend
}

/** The setting that names a model. */
function settingOf({ earlierLines: { korean, roleplay } }: Config, model: LocalModel): string {
  if (model === korean) return 'KOREAN_MODEL'
  return model === roleplay ? 'ROLEPLAY_MODEL' : 'LOCAL_MODEL'
}

/** @throws ConfigError with the path and the reason when the library cannot load the model. */
async function openFile(setting: string, options: LocalBackendOptions): Promise<LocalBackend> {
  const { modelPath } = options
  try {
    return await LocalBackend.open(options)
  } catch (error) {
    const fault = modelFault(modelPath)
    const advice = 'copy or download the file again, or set a smaller CONTEXT_SIZE if the memory is short'
    throw new ConfigError(
      [`${setting}: ${fault ?? `the model ${modelPath} cannot be loaded (${reasonOf(error)}): ${advice}`}`],
      error,
    )
  }
}

/** A file of a download that cannot be read or written: tried again later, as a download is. */
function asModelUnavailable(error: unknown): never {
  if (error instanceof ModelUnavailable || systemErrorCode(error) === 'unknown') throw error
  throw new ModelUnavailable(`The files of the model cannot be read or written (${reasonOf(error)})`)
}

type ServerChoice = Pick<BackendChoice, 'kind' | 'log'> & { readonly model: Extract<LocalModel, { kind: 'server' }> }

/** Nothing is loaded here: the backend is not ready until its server is. */
function openServerBackend({ model: settings }: Config, { kind, model, log }: ServerChoice): ServerBackend {
  const { contextSize, serverKey: apiKey, sampling } = settings
  const server = { baseUrl: model.baseUrl, model: model.model, apiKey }
  return new ServerBackend({
    server,
    watch: new ServerWatch({ server, kind, log }),
    contextSize,
    sampling: sampling[kind],
  })
}
