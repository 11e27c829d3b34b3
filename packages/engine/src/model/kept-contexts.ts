import { totalmem } from 'node:os'
import type { Llama, LlamaModel } from 'node-llama-cpp'

/**
 * The share of the memory that a process may use for kept contexts: two workers run side by side, and the weights come
 * first.
 */
const share = 1 / 16
const most = 8

interface ContextShape {
  readonly contextSize: number
  readonly batchSize: number
  readonly swaFullCache: boolean
}

/**
 * How many contexts, in addition to the running ones, fit in this model's part of a sixteenth of the memory (of the
 * GPU's, if one is used); at most 8.
 */
export async function keptContexts(
  llama: Llama,
  model: LlamaModel,
  { sharedBy, ...shape }: ContextShape & { readonly sharedBy: number },
): Promise<number> {
  const bytes = await bytesOfOne(model, shape)
  const memory = llama.gpu === false ? memoryOfMachine() : (await llama.getVramState()).total
  return keptFor(memory / sharedBy, bytes)
}

export function keptFor(memory: number, bytesOfOne: number): number {
  return Math.min(most, Math.floor((memory * share) / bytesOfOne))
}

async function bytesOfOne(model: LlamaModel, shape: ContextShape): Promise<number> {
  const bytesOf = async (sequences: number) => {
    const options = { ...shape, sequences, modelGpuLayers: model.gpuLayers }
    const { cpuRam, gpuVram } = await model.fileInsights.estimateContextResourceRequirementsV2(options)
    return cpuRam + gpuVram
  }
  return Math.max(1, (await bytesOf(2)) - (await bytesOf(1)))
}

/** A container may have less memory than the machine; without a limit the system reports 0 or more than exists. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
