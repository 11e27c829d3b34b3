import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { LocalBackend } from '../../ai-workers/backends/local/local-backend.js'
import { parseScript } from '../../ai-workers/backends/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted.js'
import type { Config } from '../config/config.js'
import type { Logger } from '../logger.js'
import type { WorkerKind } from '../ports/reply-generator/reply-generator.js'
import { modelFile } from './model-file.js'

/**
 * What answers as `Local` for a service. Takes as long as the model takes to be downloaded and loaded; throws what either
 * throws.
 */
export async function openBackend(config: Config, kind: WorkerKind, log: Logger): Promise<TextBackend> {
  const { local, threads, contextSize, batchSize, keptContexts, gpu, sampling } = config.model
  if (local.kind === 'scripted') return new ScriptedBackend(parseScript(`scripted:${local.options}`))
  const modelPath = await modelFile(config, local, log)
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
