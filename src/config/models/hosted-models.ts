import { z } from 'zod'
import { isJsonObject } from '../../json.js'
import { json } from '../json-values.js'

/** The names at the hosted service by model name, such as `hosted4.1` (contract: ai-workers.4). */
const documentedModels = {
  hosted4o_mini: 'hosted-4o-mini',
  'hosted4.1': 'hosted-4.1',
  'hosted4.1_mini': 'hosted-4.1-mini',
}

/** Words with another meaning in a path of a worker, or as a `model`. */
const reserved = ['local', 'korean', 'roleplay', 'performance', 'docs', 'redoc', 'openapi.json', 'health']

/** `HOSTED_MODELS`: aliases that override or extend the documented ones. */
export const hostedModels = json
  .pipe(z.custom<object>(isJsonObject, 'must be a JSON object such as {"hosted4.1":"some-model"}'))
  .transform((aliases, context): Readonly<Record<string, string>> => {
    const models: Record<string, string> = { ...documentedModels }
    for (const [index, [alias, model]] of Object.entries<unknown>({ ...aliases }).entries()) {
      const place = `number ${index + 1}`
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(alias))
        context.addIssue(
          `must have aliases of 1 to 64 letters, digits, dots, hyphens and underscores; ${place} is none`,
        )
      else if (reserved.includes(alias.toLowerCase()))
        context.addIssue(`must have other aliases than ${reserved.join(', ')}`)
      else if (typeof model !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(model))
        context.addIssue(`must name models by 1 to 200 printable ASCII characters without spaces; ${place} does not`)
      else models[alias] = model
    }
    return models
  })
