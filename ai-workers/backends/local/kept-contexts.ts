import { totalmem } from 'node:os'
import type { Llama, LlamaModel } from 'node-llama-cpp'

/** Of the memory, at most, for the kept contexts of a process: two workers run beside each other, and weights come first. */
const share = 1 / 16
const most = 8

interface ContextShape {
  readonly contextSize: number
  readonly batchSize: number
  readonly swaFullCache: boolean
}

/**
 * How many contexts beside those that run fit in the model's part of a sixteenth of the memory (the GPU's, when it is used),
 * at most 8.
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
