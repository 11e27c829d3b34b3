import { Complaint, type Fields, type Rule } from '../fields.js'
import { jsonObject } from '../json-object.js'
import { apiKey, plainUrl } from '../rules.js'

/** Models that another service runs, reached by alias (contract: ai-workers.4). */
export interface HostedConfig {
  /** Where `/chat/completions` is, without a closing slash; absent: where the client library looks (`HOSTED_BASE_URL`). */
  readonly baseUrl: string | undefined
  /** Sent as a bearer token; absent: every hosted model fails and says so (`HOSTED_API_KEY`). */
  readonly apiKey: string | undefined
  /** The other side's name of each model by the word of a path, such as `hosted4.1` (`HOSTED_MODELS`). */
  readonly models: Readonly<Record<string, string>>
}

const documentedModels: HostedConfig['models'] = {
  hosted4o_mini: 'hosted-4o-mini',
  'hosted4.1': 'hosted-4.1',
  'hosted4.1_mini': 'hosted-4.1-mini',
}

export function readHosted(fields: Fields): HostedConfig {
  return {
    baseUrl: fields.readOptional('HOSTED_BASE_URL', plainUrl),
    apiKey: fields.readOptional('HOSTED_API_KEY', apiKey),
    models: { ...documentedModels, ...fields.read('HOSTED_MODELS', aliasMap, {}) },
  }
}

/** Words that stand for something else on a path of a worker, or as a `model`. */
const takenWords = new Set(['local', 'korean', 'roleplay', 'performance', 'docs', 'redoc', 'openapi.json', 'health'])

const aliasMap: Rule<HostedConfig['models']> = (text) => {
  const values = jsonObject(text)
  if (!values) return new Complaint('must be a JSON object such as {"hosted4.1":"some-model"}')
  const models: Record<string, string> = {}
  for (const [index, [alias, model]] of Object.entries(values).entries()) {
    const place = `number ${String(index + 1)}`
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(alias))
      return new Complaint(
        `must have aliases of 1 to 64 letters, digits, dots, hyphens and underscores; ${place} is none`,
      )
    if (takenWords.has(alias.toLowerCase()))
      return new Complaint(`must have other aliases than ${[...takenWords].join(', ')}`)
    if (typeof model !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(model))
      return new Complaint(`must name models by 1 to 200 printable ASCII characters without spaces; ${place} does not`)
    models[alias] = model
  }
  return models
}
