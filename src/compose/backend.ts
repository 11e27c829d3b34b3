import { join } from 'node:path'
import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { LocalBackend } from '../../ai-workers/backends/local/local-backend.js'
import { parseScript } from '../../ai-workers/backends/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted.js'
import { ensureTinyModel } from '../../ai-workers/tiny-model/ensure-tiny-model.js'
import type { Config } from '../config/config.js'
import { makeDataDir } from '../config/data-dir.js'
import type { Logger } from '../logger.js'
import type { WorkerKind } from '../ports/reply-generator/reply-generator.js'

/** What answers as `Local` for a service. Takes as long as the model takes to load; throws what loading throws. */
export async function openBackend(config: Config, kind: WorkerKind, log: Logger): Promise<TextBackend> {
  const { local, threads, contextSize, batchSize, keptContexts, gpu, sampling } = config.model
  if (local.kind === 'scripted') return new ScriptedBackend(parseScript(`scripted:${local.options}`))
  const modelPath = local.kind === 'file' ? local.path : await writeNoiseModel(config)
  const startedAt = Date.now()
  const backend = await LocalBackend.open({
    modelPath,
    contextSize,
    batchSize,
    gpu,
    sampling: sampling[kind],
    sequences: kind === 'office' ? config.officeConcurrency : config.characterConcurrency,
    kept: keptContexts ?? 'auto',
    ...(threads === undefined ? {} : { threads }),
  })
  await backend.warmUp(kind)
  const { name: model, gpu: usedGpu, contexts } = backend
  log.info({ kind, model, gpu: usedGpu, contexts, ms: Date.now() - startedAt }, 'model loaded')
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
