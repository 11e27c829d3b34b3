import { availableParallelism } from 'node:os'
import type { Llama } from 'node-llama-cpp'
import type * as Library from 'node-llama-cpp'

/** The native library, loaded. Models of one process share it and divide its threads between them. */
export interface LocalEngine {
  readonly library: typeof Library
  readonly llama: Llama
  readonly threads: number
  /** Frees it and every model that is loaded in it. */
  dispose(): Promise<void>
}

/**
 * Loads the native library for the CPU, with the binaries that npm installed: nothing is compiled or downloaded. Takes about
 * half a second, most of it a trial run of the binary in a process of its own. More threads than cores make everything many
 * times slower; one less than the cores, at least 1, when unset. Throws what the library throws.
 */
export async function openLocalEngine(threads = Math.max(1, availableParallelism() - 1)): Promise<LocalEngine> {
  // costs 290 ms and 45 MB, so only who uses it pays
  const library = await import('node-llama-cpp')
  const llama = await library.getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: threads,
    logLevel: library.LlamaLogLevel.error,
  })
  return { library, llama, threads, dispose: () => llama.dispose() }
}
