import { join } from 'node:path'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { LocalBackend } from '../../ai-workers/backends/local/local-backend.js'
import { openLocalEngine } from '../../ai-workers/backends/local/local-engine.js'
import type { LocalEngine } from '../../ai-workers/backends/local/local-engine.js'
import { parseScript } from '../../ai-workers/backends/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted.js'
import { ensureTinyModel } from '../../ai-workers/tiny-model/ensure-tiny-model.js'
import type { Config } from '../config/config.js'
import { makeDataDir } from '../config/data-dir.js'
import type { LocalModel } from '../config/model.js'
import type { Logger } from '../logger.js'
import type { WorkerKind } from '../ports/reply-generator/reply-generator.js'
import { workerModels } from './worker-models.js'

/**
 * What answers for a service, by the contract's word; a model with two words is loaded once. Takes as long as the models take to
 * load; throws what loading throws.
 */
export async function openBackends(config: Config, kind: WorkerKind, log: Logger): Promise<Map<string, TextBackend>> {
  const models = workerModels(config, kind)
  const backends = new Map<string, TextBackend>()
  const opened = new Map<string, TextBackend>()
  const files = [...models.values()].filter((model) => model.kind !== 'scripted').map(keyOf)
  // one engine per process: its threads are divided between the models
  const engine = new Set(files).size > 1 ? await openLocalEngine(config.model.threads) : undefined
  for (const [name, model] of models) {
    const backend = opened.get(keyOf(model)) ?? (await openBackend(config, { kind, model, engine, log }))
    opened.set(keyOf(model), backend)
    backends.set(name, backend)
  }
  return backends
}

/** The same for settings that say the same. */
const keyOf = (model: LocalModel) => JSON.stringify(model)

interface BackendChoice {
  readonly kind: WorkerKind
  readonly model: LocalModel
  /** Unset: one of its own. */
  readonly engine: LocalEngine | undefined
  readonly log: Logger
}

async function openBackend(config: Config, { kind, model, engine, log }: BackendChoice): Promise<TextBackend> {
  const { threads, contextSize, batchSize, sampling } = config.model
  if (model.kind === 'scripted') return new ScriptedBackend(parseScript(`scripted:${model.options}`))
  const modelPath = model.kind === 'file' ? model.path : await writeNoiseModel(config)
  const concurrency = kind === 'office' ? config.officeConcurrency : config.characterConcurrency
  const startedAt = Date.now()
  const backend = await LocalBackend.open({
    modelPath,
    contextSize,
    batchSize,
    sampling: sampling[kind],
    sequences: Math.max(concurrency, config.earlierLines.atOnce),
    ...(engine ? { engine } : {}),
    ...(threads === undefined ? {} : { threads }),
  })
  log.info({ kind, model: backend.name, ms: Date.now() - startedAt }, 'model loaded')
  return backend
}

/** Until a trained model is bundled: random weights, written once, so that everything but the sense of the words is real. */
async function writeNoiseModel({ dataDir }: Config): Promise<string> {
  makeDataDir(dataDir)
  // its chat template is found by the name, which is quicker than by trial
  const path = join(dataDir, 'chatml-noise.gguf')
  await ensureTinyModel(path)
  return path
}
