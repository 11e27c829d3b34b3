import { resolve } from 'node:path'
import type { ModelAddress } from '../../model-address.js'
import { Complaint, type Fields, type Rule } from '../fields.js'
import { jsonObject } from '../json-object.js'
import { isModelAddress, modelAddress } from './model-address.js'
import type { WorkerRole } from '../roles.js'
import { bearerToken, oneOf, origin, wholeNumber } from '../rules.js'

/** What answers as a model of the contract: `Local`, and in earlier lines `Korean` and `Roleplay`. */
export type LocalModel =
  | { readonly kind: 'bundled' }
  /** `options` is the text after `scripted:`, read by ai-workers. */
  | { readonly kind: 'scripted'; readonly options: string }
  /** Absolute path of a GGUF file. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'download'; readonly address: ModelAddress }

type SamplingName =
  'maxTokens' | 'temperature' | 'topP' | 'topK' | 'minP' | 'repeatPenalty' | 'frequencyPenalty' | 'presencePenalty'

/** Single values that replace a service's own (contract: ai-workers.11). */
export type SamplingOverrides = Readonly<Partial<Record<SamplingName, number>>>

/** What the workers run. */
export interface ModelConfig {
  /** `LOCAL_MODEL`; unset: the bundled one. */
  readonly local: LocalModel
  /** Where `hf:` addresses are looked up, and the token for models that are not public (`HF_ENDPOINT`, `HF_TOKEN`). */
  readonly hub: { readonly endpoint: string; readonly token?: string | undefined }
  /** CPU threads; absent: one less than the cores, at least one (`MODEL_THREADS`). */
  readonly threads: number | undefined
  /** Tokens of prompt and reply together (`CONTEXT_SIZE`). */
  readonly contextSize: number
  /** Tokens that are read at once (`BATCH_SIZE`). */
  readonly batchSize: number
  /**
   * Conversations whose text a model remembers beside those it answers; absent: as the memory allows, none with the bundled
   * model (`KEPT_CONTEXTS`).
   */
  readonly keptContexts: number | undefined
  /** Whether a GPU is used where its binaries are installed (`MODEL_GPU`). */
  readonly gpu: 'auto' | 'off'
  /** `OFFICE_SAMPLING`, `CHARACTER_SAMPLING` */
  readonly sampling: Readonly<Record<WorkerRole, SamplingOverrides>>
}

export function readModel(fields: Fields): ModelConfig {
  return {
    local: fields.read('LOCAL_MODEL', localModel, { kind: 'bundled' }),
    hub: {
      endpoint: fields.read('HF_ENDPOINT', origin, 'https://huggingface.co'),
      token: fields.readOptional('HF_TOKEN', bearerToken),
    },
    threads: fields.readOptional('MODEL_THREADS', wholeNumber(1, 512)),
    contextSize: fields.read('CONTEXT_SIZE', wholeNumber(256, 1_048_576), 8_191),
    batchSize: fields.read('BATCH_SIZE', wholeNumber(1, 65_536), 2_048),
    keptContexts: fields.readOptional('KEPT_CONTEXTS', wholeNumber(0, 256)),
    gpu: fields.read('MODEL_GPU', oneOf(['auto', 'off'] as const), 'auto'),
    sampling: {
      office: fields.read('OFFICE_SAMPLING', samplingOverrides, {}),
      character: fields.read('CHARACTER_SAMPLING', samplingOverrides, {}),
    },
  }
}

/** What `LOCAL_MODEL`, and every other name of a model on this machine, may be. */
export const localModel: Rule<LocalModel> = (text) => {
  if (text.startsWith('scripted:')) return { kind: 'scripted', options: text.slice('scripted:'.length) }
  if (isModelAddress(text)) {
    const address = modelAddress(text)
    return address instanceof Complaint ? address : { kind: 'download', address }
  }
  return { kind: 'file', path: resolve(text) }
}

const bounds: Readonly<Record<SamplingName, { readonly min: number; readonly max: number; readonly whole?: true }>> = {
  maxTokens: { min: 1, max: 65_536, whole: true },
  temperature: { min: 0, max: 5 },
  topP: { min: 0, max: 1 },
  topK: { min: 0, max: 65_536, whole: true },
  minP: { min: 0, max: 1 },
  repeatPenalty: { min: 0.1, max: 2 },
  frequencyPenalty: { min: -2, max: 2 },
  presencePenalty: { min: -2, max: 2 },
}

const samplingOverrides: Rule<SamplingOverrides> = (text) => {
  const values = jsonObject(text)
  if (!values) return new Complaint('must be a JSON object such as {"temperature":0.5}')
  const unknown = Object.keys(values).filter((name) => !(name in bounds))
  if (unknown.length > 0) return new Complaint(`knows only ${Object.keys(bounds).join(', ')}`)
  for (const [name, { min, max, whole = false }] of Object.entries(bounds)) {
    const value = values[name]
    const isNumber = typeof value === 'number' && (!whole || Number.isInteger(value))
    if (value === undefined || (isNumber && value >= min && value <= max)) continue
    return new Complaint(`must give ${name} as a ${whole ? 'whole ' : ''}number from ${String(min)} to ${String(max)}`)
  }
  return values
}
