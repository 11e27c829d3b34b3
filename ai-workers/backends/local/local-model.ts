import { basename } from 'node:path'
import type { LlamaContext, LlamaModel } from 'node-llama-cpp'
import { ChatTemplate } from './chat-template.js'
import { openLocalEngine } from './local-engine.js'
import type { LocalEngine } from './local-engine.js'

export interface LocalModelOptions {
  /** A GGUF file. */
  readonly modelPath: string
  /** CPU threads; see openLocalEngine. Those of `engine` when that is given. */
  readonly threads?: number
  /** Tokens of prompt and reply together, 8,191 when unset; never more than the model was trained on. */
  readonly contextSize?: number
  /** Most tokens read in one step; 2,048 when unset. */
  readonly batchSize?: number
  /** Replies made at the same time; 1 when unset. Each has a context of its own in memory. */
  readonly sequences?: number
  /** Where to load the model; an engine of its own when unset. Whoever opened it disposes it. */
  readonly engine?: LocalEngine
}

export interface LocalModel {
  /** The name of the file. */
  readonly name: string
  readonly model: LlamaModel
  readonly context: LlamaContext
  readonly template: ChatTemplate
  /** Frees its memory. */
  dispose(): Promise<void>
}

/** Loads a model onto the CPU. Throws what the library throws. */
export async function loadLocalModel(options: LocalModelOptions): Promise<LocalModel> {
  const engine = options.engine ?? (await openLocalEngine(options.threads))
  const model = await loadWeights(engine, options)
  const dispose = () => (options.engine ? model.dispose() : engine.dispose())
  try {
    const context = await createContext(model, engine.threads, options)
    const template = ChatTemplate.choose(model, engine.library)
    return { name: basename(options.modelPath), model, context, template, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function loadWeights(engine: LocalEngine, { modelPath, engine: shared }: LocalModelOptions): Promise<LlamaModel> {
  try {
    return await engine.llama.loadModel({ modelPath, gpuLayers: 0 })
  } catch (error) {
    if (!shared) await engine.dispose()
    throw error
  }
}

function createContext(model: LlamaModel, threads: number, options: LocalModelOptions): Promise<LlamaContext> {
  const { contextSize = 8_191, batchSize = 2_048, sequences = 1 } = options
  return model.createContext({
    contextSize: Math.min(contextSize, model.trainContextSize),
    batchSize,
    sequences,
    threads: { ideal: threads, min: 1 },
    failedCreationRemedy: false,
  })
}
