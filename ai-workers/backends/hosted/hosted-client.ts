import type { OpenAI } from 'openai'
import { guardedFetch } from './guarded-fetch.js'

export interface HostedAddress {
  /** Unset: requests have none. */
  readonly apiKey?: string | undefined
  /** Without a closing slash; the library's own public address when unset. */
  readonly baseUrl?: string | undefined
}

/** Requests end by their signal; the library's own timer never fires. */
const neverMs = 2 ** 31 - 1

/**
 * The client of the protocol for one request, with every option set: for unset ones the library reads OPENAI_* variables,
 * retries and logs. `onBytes` is called for whatever the server sends.
 */
export async function openHostedClient({ apiKey, baseUrl }: HostedAddress, onBytes: () => void): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai')
  return new Client({
    // the library requires one; only guardedFetch sends it
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // null, unlike undefined, is not looked up in the environment
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    timeout: neverMs,
    logLevel: 'off',
    fetch: guardedFetch(apiKey, onBytes),
  })
}
