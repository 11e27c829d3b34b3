import { resolve } from 'node:path'
import { z } from 'zod'
import type { ModelAddress } from '@parley/engine'
import { readPlainUrl } from '../rules.js'
import { modelAtServer } from './hosted-aliases.js'

/** The backend of a model of the contract: `Local`, and in earlier lines `Korean` and `Roleplay`. */
export type LocalModel =
  | { readonly kind: 'bundled' }
  /** `options` is the text after `scripted:`, parsed by ai-workers. */
  | { readonly kind: 'scripted'; readonly options: string }
  /** Absolute path of a GGUF file. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'download'; readonly address: ModelAddress }
  /** A model that an inference server runs; `baseUrl` is its address up to `/chat/completions`. */
  | { readonly kind: 'server'; readonly baseUrl: string; readonly model: string }

const hub = /^(?:hf|huggingface):(?:\/\/)?/i
const name = /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/
const digest = /^sha256=([0-9a-f]{64})$/i
const noCredentials = 'must hold no user name and no password'
const malformed =
  'must be hf:user/repository/file.gguf, hf:user/repository:quantization, the https address of a .gguf file, or openai: with the address of an inference server, # and the name of its model'

/** The value of `LOCAL_MODEL` and of the other settings that name a local model. */
export const localModel = z.string().transform((text, context): LocalModel => {
  if (text.startsWith('scripted:')) return { kind: 'scripted', options: text.slice('scripted:'.length) }
  const model = text.startsWith('openai:') ? serverModel(text.slice('openai:'.length)) : modelOnDisk(text)
  if (typeof model !== 'string') return model
  context.addIssue(model)
  return z.NEVER
})

/** Returns an error message for an invalid address. */
function serverModel(text: string): LocalModel | string {
  const [, address = '', model = ''] = /^([^#]*)#?(.*)$/s.exec(text) ?? []
  if (/^https?:\/\/[^/?]*@/i.test(address)) return `${noCredentials}; LOCAL_MODEL_API_KEY is the key`
  const baseUrl = readPlainUrl(address)
  if (baseUrl === undefined) return 'must have http:// or https://, a host, and perhaps a port and a path after openai:'
  if (model === '') return 'must end in # and the name that the inference server has for the model'
  if (!modelAtServer.test(model)) return 'must name the model by 1 to 200 printable ASCII characters without spaces'
  return { kind: 'server', baseUrl, model }
}

/** Returns an error message for an invalid address. */
function modelOnDisk(text: string): LocalModel | string {
  const isOnHub = hub.test(text)
  if (!isOnHub && !/^https?:/i.test(text)) return { kind: 'file', path: resolve(text) }
  const address = isOnHub ? hubAddress(text.replace(hub, '')) : webAddress(text)
  return typeof address === 'string' ? address : { kind: 'download', address }
}

// the address forms of node-llama-cpp; `#sha256=` gives the digest of the file, on the hub `#` may also name a branch

/** Returns an error message for an invalid address. */
function webAddress(text: string): ModelAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url?.pathname.toLowerCase().endsWith('.gguf')) return malformed
  if (url.username !== '' || url.password !== '') return noCredentials
  const [, sha256] = digest.exec(url.hash.slice(1)) ?? []
  if (url.hash !== '' && sha256 === undefined) return 'may end in #sha256= and 64 hexadecimal digits only'
  url.hash = ''
  return { kind: 'url', url: url.href, sha256: sha256?.toLowerCase() }
}

/** Returns an error message for an invalid address. */
function hubAddress(text: string): ModelAddress | string {
  const [address = '', fragment = ''] = text.split('#', 2)
  const [user = '', repoAndTag = '', ...path] = address.split('/')
  const [repo = '', tag] = repoAndTag.split(':', 2)
  const [, sha256] = digest.exec(fragment) ?? []
  const revision = sha256 !== undefined || fragment === '' ? 'main' : fragment
  const isFile =
    tag === undefined && path.length > 0 && path.every((part) => name.test(part)) && /\.gguf$/i.test(address)
  const isTag = path.length === 0 && fragment === '' && (tag === undefined || name.test(tag))
  if (!name.test(user) || !name.test(repo) || !name.test(revision) || (!isFile && !isTag)) return malformed
  const file = isFile ? { path: path.join('/') } : { tag: tag ?? 'latest' }
  return { kind: 'hub', user, repo, revision, file, sha256: sha256?.toLowerCase() }
}
