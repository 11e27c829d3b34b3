import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import type { LlamaContext, LlamaModel } from 'node-llama-cpp'
import { ChatTemplate } from './chat-template.js'

export interface LocalModelOptions {
  /** A GGUF file. */
  readonly modelPath: string
  /** CPU threads; one less than the cores, at least 1, when unset. More threads than cores make it many times slower. */
  readonly threads?: number
  /** Tokens of prompt and reply together, 8,191 when unset; never more than the model was trained on. */
  readonly contextSize?: number
  /** Most tokens read in one step; 2,048 when unset. */
  readonly batchSize?: number
  /** Replies made at the same time; 1 when unset. Each has a context of its own in memory. */
  readonly sequences?: number
}

export interface LocalModel {
  /** The name of the file. */
  readonly name: string
  readonly model: LlamaModel
  readonly context: LlamaContext
  readonly template: ChatTemplate
  /** Frees everything. */
  dispose(): Promise<void>
}

/** Loads a model onto the CPU, with the binaries that npm installed: nothing is compiled or downloaded. Throws what the library throws. */
export async function loadLocalModel(options: LocalModelOptions): Promise<LocalModel> {
  const { modelPath, contextSize = 8_191, batchSize = 2_048, sequences = 1 } = options
  const { threads = Math.max(1, availableParallelism() - 1) } = options
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
  try {
    const model = await llama.loadModel({ modelPath, gpuLayers: 0 })
    const context = await model.createContext({
      contextSize: Math.min(contextSize, model.trainContextSize),
      batchSize,
      sequences,
      threads: { ideal: threads, min: threads },
      failedCreationRemedy: false,
    })
    const template = ChatTemplate.choose(model, library)
    return { name: basename(modelPath), model, context, template, dispose: () => llama.dispose() }
  } catch (error) {
    await llama.dispose()
    throw error
  }
}
