import type { ModelAddress } from '../../model-address.js'
import { Complaint, type Rule } from '../fields.js'

const hub = /^(?:hf|huggingface):(?:\/\/)?/i
const name = /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}$/
const digest = /^sha256=([0-9a-f]{64})$/i
const forms = 'hf:user/repository/file.gguf, hf:user/repository:quantization or the https address of a .gguf file'

/** Whether a text is meant as the address of a model. */
export function isModelAddress(text: string): boolean {
  return hub.test(text) || /^https?:/i.test(text)
}

/** The forms of node-llama-cpp's model addresses; `#sha256=` says what the file must be, on the hub `#` names a branch too. */
export const modelAddress: Rule<ModelAddress> = (text) =>
  hub.test(text) ? hubAddress(text.replace(hub, '')) : webAddress(text)

function webAddress(text: string): ModelAddress | Complaint {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url?.pathname.toLowerCase().endsWith('.gguf')) return new Complaint(`must be ${forms}`)
  if (url.username !== '' || url.password !== '') return new Complaint('must hold no user name and no password')
  const [, sha256] = digest.exec(url.hash.slice(1)) ?? []
  if (url.hash !== '' && sha256 === undefined)
    return new Complaint('may end in #sha256= and 64 hexadecimal digits only')
  url.hash = ''
  return { kind: 'url', url: url.href, sha256: sha256?.toLowerCase() }
}

function hubAddress(text: string): ModelAddress | Complaint {
  const [address = '', fragment = ''] = text.split('#', 2)
  const [user = '', repoAndTag = '', ...path] = address.split('/')
  const [repo = '', tag] = repoAndTag.split(':', 2)
  const [, sha256] = digest.exec(fragment) ?? []
  const revision = sha256 !== undefined || fragment === '' ? 'main' : fragment
  const isFile =
    tag === undefined && path.length > 0 && path.every((part) => name.test(part)) && /\.gguf$/i.test(address)
  const isTag = path.length === 0 && fragment === '' && (tag === undefined || name.test(tag))
  if (!name.test(user) || !name.test(repo) || !name.test(revision) || (!isFile && !isTag)) {
    return new Complaint(`must be ${forms}`)
  }
  const file = isFile ? { path: path.join('/') } : { tag: tag ?? 'latest' }
  return { kind: 'hub', user, repo, revision, file, sha256: sha256?.toLowerCase() }
}
