import { parseScript } from '../../ai-workers/backends/script.js'
import { ScriptedBackend } from '../../ai-workers/backends/scripted.js'
import { ReplyWorker } from '../../ai-workers/reply-worker.js'
import type { Config } from '../config/config.js'
import type { Logger } from '../logger.js'
import type { WorkerKind } from '../ports/reply-generator/reply-generator.js'

export type Workers = Readonly<Record<WorkerKind, ReplyWorker>>

/** The office and the character worker, in this process. */
export function createWorkers(config: Config, log: Logger): Workers {
  return {
    office: createWorker('office', config.officeConcurrency, { config, log }),
    character: createWorker('character', config.characterConcurrency, { config, log }),
  }
}

function createWorker(
  kind: WorkerKind,
  concurrency: number,
  { config, log }: { config: Config; log: Logger },
): ReplyWorker {
  const backend = new ScriptedBackend(parseScript(`scripted:${config.localModel.options}`))
  const backends = new Map([['Local', backend]])
  return new ReplyWorker({ kind, backends, logger: log, concurrency, queueLimit: config.queueLimit })
}
