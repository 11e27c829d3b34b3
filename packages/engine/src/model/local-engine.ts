import { availableParallelism } from 'node:os'
import type { Llama } from 'node-llama-cpp'
import type * as Library from 'node-llama-cpp'
import { hasGpuBinaries } from './gpu-binaries.js'

/** The loaded native library. Models of one process share it and its threads. */
export interface LocalEngine {
  readonly library: typeof Library
  readonly llama: Llama
  readonly threads: number
  /** Frees it and every model that is loaded in it. */
  dispose(): Promise<void>
}

export interface LocalEngineOptions {
  /** More threads than cores are many times slower; when unset, one less than the cores, at least 1. */
  readonly threads?: number
  /** `auto` uses a GPU if there is one and its binaries are installed (npm run use-gpu); the CPU when unset. */
  readonly gpu?: 'auto' | 'off'
  /** Receives the error reports of the library; when unset the library prints them. */
  readonly onReport?: (message: string) => void
}

/**
 * Loads the native library with the binaries that npm installed: nothing is compiled or downloaded. Takes about half a
 * second, mostly for a trial run of the binary in its own process. Throws what the library throws.
 */
export async function openLocalEngine(options: LocalEngineOptions = {}): Promise<LocalEngine> {
  const { threads = Math.max(1, availableParallelism() - 1), gpu = 'off', onReport } = options
  // imported on first use: it costs 290 ms and 45 MB
  const library = await import('node-llama-cpp')
  const llama = await library.getLlama({
    gpu: gpu === 'auto' && hasGpuBinaries() ? 'auto' : false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: threads,
    logLevel: library.LlamaLogLevel.error,
    ...(onReport ? { logger: (_level: unknown, message: string) => onReport(message) } : {}),
  })
  return { library, llama, threads, dispose: () => llama.dispose() }
}
