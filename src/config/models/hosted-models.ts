import type { GivenSettings } from '../given-settings.js'
import { apiKey } from '../rules.js'

/** A hosted model with its server. */
interface HostedModel {
  /** Its name at the server. */
  readonly model: string
  /** The address up to `/chat/completions`; the client library's own public address when unset. */
  readonly baseUrl: string | undefined
  /** Unset: the model fails and says so, unless `isKeyless`. */
  readonly apiKey: string | undefined
  /** Whether requests have no key. */
  readonly isKeyless: boolean
  /** Whether it accepts images. */
  readonly hasVision: boolean
  /** Whether it can call tools. */
  readonly hasTools: boolean
  /** Whether it shows its thoughts. */
  readonly hasThoughts: boolean
  /** What people read in lists of models; the alias when unset. */
  readonly label: string | undefined
  /** Tokens of prompt and reply together; unknown when unset. */
  readonly contextTokens: number | undefined
  /** The longest silence of its server, in milliseconds; the default of the backend when unset. */
  readonly silenceMs: number | undefined
  /** The names under which its server gets parameters; false for one that it does not get. */
  readonly parameters: Readonly<Record<string, string | false>> | undefined
}

/** The hosted models by alias. */
export function hostedOf(given: GivenSettings): Readonly<Record<string, HostedModel>> {
  const { HOSTED_BASE_URL: commonUrl, HOSTED_API_KEY: commonKey, HOSTED_MODELS: entries } = given.values
  const models = Object.entries(entries).map(
    ([alias, { model, baseUrl, apiKeyEnv, vision = false, ...options }]): [string, HostedModel] => {
      const isCommon = apiKeyEnv === undefined && baseUrl === undefined
      const ownKey = apiKeyEnv === undefined ? undefined : keyIn(given, alias, apiKeyEnv)
      // the common key belongs to the common server: another one never receives it
      const key = isCommon ? commonKey : ownKey
      return [
        alias,
        {
          model,
          baseUrl: baseUrl ?? commonUrl,
          apiKey: key,
          isKeyless: !isCommon && apiKeyEnv === undefined,
          hasVision: vision,
          hasTools: options.tools ?? true,
          hasThoughts: options.thoughts ?? false,
          label: options.label,
          contextTokens: options.contextTokens,
          silenceMs: options.silenceMs,
          parameters: options.parameters,
        },
      ]
    },
  )
  return Object.fromEntries(models)
}

function keyIn(given: GivenSettings, alias: string, variable: string): string | undefined {
  const value = given.variable(variable)
  const { data, error } = apiKey.safeParse(value)
  // the name is not repeated: a key could have been written in its place
  if (value === undefined)
    given.refuse('HOSTED_MODELS', `must give ${alias} an apiKeyEnv that is set; that variable is not`)
  else if (error)
    given.refuse('HOSTED_MODELS', `gives ${alias} a variable whose value ${error.issues[0]?.message ?? ''}`)
  return data
}
