import { basename } from 'node:path'
import type { LlamaContext, LlamaModel } from 'node-llama-cpp'
import type * as Library from 'node-llama-cpp'
import { ChatTemplate } from '../template/chat-template.js'
import { keptContexts } from './kept-contexts.js'
import { openLocalEngine, type LocalEngine } from './local-engine.js'

export interface LocalModelOptions {
  /** A GGUF file. */
  readonly modelPath: string
  /** CPU threads; see openLocalEngine. Ignored when `engine` is given. */
  readonly threads?: number
  /** Whether a GPU is used; see openLocalEngine. */
  readonly gpu?: 'auto' | 'off'
  /** Receives the reports of the library; see openLocalEngine. */
  readonly onReport?: (message: string) => void
  /** Tokens of prompt and reply together, never more than the model was trained on; 8,191 when unset. */
  readonly contextSize?: number | undefined
  /** The maximum of tokens read in one step. */
  readonly batchSize?: number
  /** How many replies run at the same time; 1 when unset. Each has its own context in memory. */
  readonly sequences?: number
  /** Additional contexts that keep the tokens of recent conversations; `auto`: see keptContexts. None when unset. */
  readonly kept?: number | 'auto'
  /** How many models share the memory of `auto`; 1 when unset. */
  readonly sharedBy?: number
  /** The engine that loads the model; its own when unset. The code that opened an engine disposes it. */
  readonly engine?: LocalEngine
}

/** In tokens. */
export const defaultContextSize = 8_191
const defaultBatchSize = 2_048

export interface LocalModel {
  /** The file name. */
  readonly name: string
  readonly library: typeof Library
  readonly model: LlamaModel
  readonly context: LlamaContext
  readonly template: ChatTemplate
  dispose(): Promise<void>
}

/** Loads a model. Throws what the library throws. */
export async function loadLocalModel(options: LocalModelOptions): Promise<LocalModel> {
  const engine = options.engine ?? (await openLocalEngine(options))
  const model = await loadWeights(engine, options)
  const dispose = () => (options.engine ? model.dispose() : engine.dispose())
  try {
    const context = await createContext(engine, model, options)
    const template = ChatTemplate.choose(model, engine.library)
    return { name: basename(options.modelPath), library: engine.library, model, context, template, dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function loadWeights(engine: LocalEngine, { modelPath, engine: shared }: LocalModelOptions): Promise<LlamaModel> {
  try {
    return await engine.llama.loadModel({ modelPath, gpuLayers: engine.llama.gpu === false ? 0 : 'auto' })
  } catch (error) {
    if (!shared) await engine.dispose()
    throw error
  }
}

async function createContext(
  { llama, threads }: LocalEngine,
  model: LlamaModel,
  options: LocalModelOptions,
): Promise<LlamaContext> {
  const {
    contextSize = defaultContextSize,
    batchSize = defaultBatchSize,
    sequences = 1,
    kept = 0,
    sharedBy = 1,
  } = options
  const shape = {
    contextSize: Math.min(contextSize, model.trainContextSize),
    batchSize,
    // without it a conversation could not continue from cells that a sliding window has dropped; no effect on other
    // models
    swaFullCache: true,
    // on a CPU, flash attention reads fewer than 64 tokens at a time up to eight times slower, and one token twice as
    // slow
    ...(llama.gpu === false ? { flashAttention: false } : {}),
  }
  const create = (beside: number) =>
    model.createContext({
      ...shape,
      sequences: sequences + beside,
      threads: { ideal: threads, min: 1 },
      failedCreationRemedy: false,
    })
  const beside = kept === 'auto' ? await keptContexts(llama, model, { ...shape, sharedBy }) : kept
  try {
    return await create(beside)
  } catch (error) {
    if (kept !== 'auto' || beside === 0) throw error
    // kept contexts only make replies faster: the model works without them
    return create(0)
  }
}
