import { z } from 'zod'
import { outboundFetch } from '@parley/runtime'
import { ModelUnavailable } from './model-unavailable.js'
import type { ModelSource } from './download.js'

interface HubFile {
  readonly user: string
  readonly repo: string
  readonly revision: string
  readonly path: string
}

export interface HubAccess {
  /** The origin of the hub, optionally with a path. */
  readonly endpoint: string
  /** For models that are not public. */
  readonly token?: string | undefined
}

const manifest = z.object({ ggufFile: z.object({ rfilename: z.string().regex(/^[^/\\][^\\]*\.gguf$/i) }) })
const redirects = 5

/** The path of the file for a quantization. Throws ModelUnavailable when there is none, and what fetch throws. */
export async function fileOfTag(
  { user, repo, tag }: { readonly user: string; readonly repo: string; readonly tag: string },
  access: HubAccess,
): Promise<string> {
  const url = new URL(`v2/${user}/${repo}/manifests/${encodeURIComponent(tag)}`, base(access))
  // the hub returns the file name only to this agent
  const response = await outboundFetch(url, { headers: { ...headersOf(access), 'user-agent': 'llama-cpp' } })
  refuse(response, `hf:${user}/${repo}:${tag}`)
  if (!response.ok) throw new Error(`the hub answered ${String(response.status)}`)
  const parsed = manifest.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success || parsed.data.ggufFile.rfilename.split('/').includes('..')) {
    throw new ModelUnavailable(`The hub names no .gguf file for hf:${user}/${repo}:${tag}`)
  }
  return parsed.data.ggufFile.rfilename
}

/** The address of a file on the hub, with its size and digest. Throws like `fileOfTag`. */
export async function hubSource({ user, repo, revision, path }: HubFile, access: HubAccess): Promise<ModelSource> {
  const headers = headersOf(access)
  const name = path.split('/').map(encodeURIComponent).join('/')
  const start = new URL(`${user}/${repo}/resolve/${encodeURIComponent(revision)}/${name}?download=true`, base(access))
  let url = start
  for (let hop = 0; hop < redirects; hop += 1) {
    const response = await outboundFetch(url, { method: 'HEAD', headers, redirect: 'manual' })
    refuse(response, `hf:${user}/${repo}/${path}`)
    const next = response.headers.get('location')
    const sha256 = /^"?([0-9a-f]{64})"?$/.exec(response.headers.get('x-linked-etag') ?? '')?.[1]
    const size = Number(response.headers.get('x-linked-size') ?? NaN)
    if (sha256 !== undefined || next === null) {
      if (response.status >= 400) throw new Error(`the hub answered ${String(response.status)}`)
      return { url: start.href, headers, sha256, ...(Number.isSafeInteger(size) ? { size } : {}) }
    }
    url = new URL(next, url)
    // another origin adds no information to the hub's, and must not receive the token
    if (url.origin !== start.origin) break
  }
  return { url: start.href, headers }
}

function base({ endpoint }: HubAccess): string {
  return endpoint.endsWith('/') ? endpoint : `${endpoint}/`
}

function headersOf({ token }: HubAccess): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

function refuse({ status }: Response, address: string): void {
  if (status === 401 || status === 403) {
    throw new ModelUnavailable(`The hub does not give ${address} (${String(status)}): a private model needs HF_TOKEN`)
  }
  if (status === 400 || status === 404) throw new ModelUnavailable(`The hub has no ${address}`)
}
