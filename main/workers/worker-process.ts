import { ClockWatch, type Logger, useProxies } from '@parley/runtime'
import { requireFreePorts } from '../require-free-ports.js'
import { waitForListener } from '../wait-for-listener.js'
import { openProcessLimits } from '../open-process-limits.js'
import { requireModel } from './require-model.js'
import { CleanupStack } from '../cleanup-stack.js'
import type { WorkerMessage, WorkerPorts } from './worker-child.js'
import { openLocalBackends } from './local-backends.js'
import { openMetrics } from '../roles/metrics.js'
import { openWorkerService, type WorkerService } from './worker-service.js'
import type { Config } from '../../src/config/config.js'
import type { Kind } from '../../src/kinds.js'
import { stopOnSignals } from '../stop-on-signals.js'
import { addressesOf } from '../welcome.js'

const drainMs = 8_000

/**
 * Runs the worker of `workerKinds` until a signal stops it; `stopTracing` is the last step of the stop. Rejects when a
 * model cannot be loaded.
 */
export async function runWorker(config: Config, log: Logger, stopTracing: () => Promise<void>): Promise<void> {
  // also when the parent has ended before this line
  const isChild = process.send !== undefined
  if (isChild) endWithParent()
  const fields = { kind: config.workerKinds.join(',') }
  log.info(fields, 'starting')
  requireModel(config)
  // the parent has tried those of a child
  if (!isChild) await requireFreePorts(config)
  useProxies(config.proxies)
  const cleanup = new CleanupStack(log)
  cleanup.push(stopTracing)
  const limits = openProcessLimits(config, { log, cleanup })
  const watch = new ClockWatch(config.redisUrl === undefined ? 'main_process' : 'redis', log)
  const services = new Map<Kind, WorkerService>()
  cleanup.push(async () => {
    await Promise.all([...services.values()].map((service) => service.close(drainMs)))
  })
  for (const kind of config.workerKinds)
    services.set(kind, await waitForListener(config, kind, openWorkerService(config, kind, { limits, log, watch })))
  const metrics = await waitForListener(config, 'metrics', openMetrics(config, { limits, log, ready: () => true }))
  cleanup.push(() => metrics?.close())
  const ports: WorkerPorts = Object.fromEntries([...services].map(([kind, { port }]) => [kind, port]))
  stopOnSignals(() => cleanup.all(), { log, fields, isChild })
  const report = (message: WorkerMessage) => process.send?.(message)
  if (isChild) {
    // a hung process does not answer
    process.on('message', () => report({ kind: 'alive' }))
    report({ kind: 'listening', ports })
  } else {
    const [port] = Object.values(ports)
    const open = metrics ? { ...ports, metrics: metrics.port } : ports
    log.info({ ...fields, port, ports: open, addresses: addressesOf(config, open) }, 'ready')
  }
  const local = await openLocalBackends(config, log)
  for (const [kind, service] of services) service.load(local[kind])
  report({ kind: 'loaded' })
}

function endWithParent(): void {
  if (!process.connected) process.exit(0)
  process.on('disconnect', () => process.exit(0))
}
