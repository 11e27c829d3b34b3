import { z } from 'zod'
import { isJsonObject } from '@parley/runtime'
import { json } from '../json-values.js'
import { readPlainUrl } from '../rules.js'

/** The names at the hosted service by model name, such as `hosted4.1` (contract: ai-workers.4). */
const documentedModels = {
  hosted4o_mini: { model: 'hosted-4o-mini' },
  'hosted4.1': { model: 'hosted-4.1' },
  'hosted4.1_mini': { model: 'hosted-4.1-mini' },
}

/** Words with another meaning in a path of a worker, or as a `model`. */
const reserved = ['local', 'korean', 'roleplay', 'performance', 'docs', 'redoc', 'openapi.json', 'health']

/** The name of a model at its server. */
export const modelAtServer = /^[\x21-\x7e]{1,200}$/

/** The parameters that a provider can get under another name, or not at all. */
const parameters = [
  ...['max_tokens', 'temperature', 'top_p', 'frequency_penalty', 'presence_penalty'],
  ...['stop', 'seed', 'stream_options', 'parallel_tool_calls'],
] as const
/** Node.js itself ends a connection that is silent for longer. */
const maxSilenceMs = 300_000

const isPlainUrl = (url: string) => readPlainUrl(url) !== undefined
const part = (sentence: string, isValid: (text: string) => boolean) => z.string(sentence).refine(isValid, sentence)
const whole = (least: number, most: number, sentence: string) =>
  z.int(sentence).min(least, sentence).max(most, sentence)
const label = 'a label of 1 to 100 characters'
const contextTokens = 'contextTokens as a whole number from 256 to 100000000'
const silenceMs = `a silenceMs from 1 to ${maxSilenceMs}, in milliseconds`
const names = `parameters such as {"max_tokens":"max_completion_tokens","temperature":false}, of ${parameters.join(', ')}`
const entry = z.preprocess(
  (value) => (typeof value === 'string' ? { model: value } : value),
  z.strictObject(
    {
      model: part('a model of 1 to 200 printable ASCII characters without spaces', (name) => modelAtServer.test(name)),
      baseUrl: part('a baseUrl of http:// or https://, a host, and perhaps a port and a path', isPlainUrl)
        .transform(readPlainUrl)
        .exactOptional(),
      // a name, because a value that holds a key is easily shown
      apiKeyEnv: part('an apiKeyEnv that names a variable; the key is the value of that variable', (name) =>
        /^[A-Za-z_]\w{0,199}$/.test(name),
      ).exactOptional(),
      vision: z.boolean('a vision of true or false').exactOptional(),
      tools: z.boolean('a tools of true or false').exactOptional(),
      thoughts: z.boolean('a thoughts of true or false').exactOptional(),
      label: part(label, (text) => text.trim() !== '' && text.length <= 100 && text.isWellFormed()).exactOptional(),
      contextTokens: whole(256, 100_000_000, contextTokens).exactOptional(),
      silenceMs: whole(1, maxSilenceMs, silenceMs).exactOptional(),
      parameters: z
        .partialRecord(
          z.enum(parameters),
          z.custom<string | false>(
            (name) => name === false || (typeof name === 'string' && /^[A-Za-z_]\w{0,63}$/.test(name)),
            names,
          ),
          names,
        )
        .refine((given) => {
          const sent = parameters.map((parameter) => given[parameter] ?? parameter).filter((name) => name !== false)
          return new Set(sent).size === sent.length
        }, 'parameters with a name of its own for each')
        .exactOptional(),
    },
    'the name of a model, or an object of model, baseUrl, apiKeyEnv, vision, tools, thoughts, label, contextTokens, silenceMs and parameters',
  ),
)
type Entry = z.output<typeof entry>

/** `HOSTED_MODELS`: aliases that override or extend the documented ones. */
export const hostedModels = json
  .pipe(z.custom<object>(isJsonObject, 'must be a JSON object such as {"hosted4.1":"some-model"}'))
  .transform((aliases, context): Readonly<Record<string, Entry>> => {
    const models: Record<string, Entry> = { ...documentedModels }
    for (const [index, [alias, value]] of Object.entries<unknown>({ ...aliases }).entries()) {
      const { data, error } = entry.safeParse(value)
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(alias))
        context.addIssue(
          `must have aliases of 1 to 64 letters, digits, dots, hyphens and underscores; number ${index + 1} is none`,
        )
      else if (reserved.includes(alias.toLowerCase()))
        context.addIssue(`must have other aliases than ${reserved.join(', ')}`)
      else if (data) models[alias] = data
      else context.addIssue(`must give ${alias} ${error.issues[0]?.message ?? ''}`)
    }
    return models
  })
