import { z } from 'zod'
import { hostedModels } from '../models/hosted-aliases.js'
import { localModel } from '../models/local-model.js'
import { samplingOverrides } from '../models/sampling.js'
import { knownTimeZone } from '../../time-zone.js'
import * as rules from '../rules.js'

export const models = {
  LOCAL_MODEL: localModel
    .optional()
    .describe(
      'what answers as the model `Local`: a GGUF file, [an address](models.md#a-real-model) of one, which is downloaded to `DATA_DIR/models`, `openai:` with the address of an [inference server](models.md#an-inference-server), `#` and the name of its model, or `scripted:` with its options; unset: the [bundled demonstration](../models/README.md)',
    ),
  LOCAL_MODEL_API_KEY: rules.apiKey
    .optional()
    .describe('key of the inference servers that `openai:` names; unset: requests have none'),
  KOREAN_MODEL: localModel
    .optional()
    .describe('the model `Korean` on `AI_LEGACY_PORT`, in the same forms; unset: the model `Local`'),
  ROLEPLAY_MODEL: localModel
    .optional()
    .describe('the model `Roleplay` on `AI_LEGACY_PORT`, in the same forms; unset: the model `Local`'),
  HF_ENDPOINT: rules.origin.prefault('https://huggingface.co').describe('where `hf:` addresses are looked up'),
  HF_TOKEN: rules.bearerToken.optional().describe('token for models that are not public'),
  MODEL_GPU: rules
    .oneOf(['auto', 'off'])
    .prefault('auto')
    .describe('`auto` uses a GPU where [its binaries](models.md#a-gpu) are installed, `off` never does'),
  KEPT_CONTEXTS: rules
    .wholeNumber(0, 256)
    .optional()
    .describe(
      'conversations that each worker [remembers](models.md#what-a-model-remembers) beside those it answers; unset: those that fit in a sixteenth of the memory, at most 8, and none with the bundled model',
    ),
  MODEL_THREADS: rules
    .wholeNumber(1, 512)
    .optional()
    .describe('CPU threads of each worker; unset: the cores - 1, at least 1. More than the cores is many times slower'),
  CONTEXT_SIZE: rules
    .wholeNumber(256, 1_048_576)
    .optional()
    .describe(
      'tokens of prompt and reply together, never more than the model or the inference server has; unset: what an [inference server](models.md#an-inference-server) says of itself, else 8191',
    ),
  BATCH_SIZE: rules.wholeNumber(1, 65_536).prefault('2048').describe('tokens that are read at once'),
  OFFICE_SAMPLING: samplingOverrides
    .prefault('{}')
    .describe(
      "single values that replace the office service's own, as JSON: `maxTokens`, `temperature`, `topP`, `topK`, `minP`, `repeatPenalty`, `frequencyPenalty`, `presencePenalty`. `maxTokens` also replaces [the 2,048 of rooms](models.md#the-length-of-a-reply)",
    ),
  CHARACTER_SAMPLING: samplingOverrides
    .prefault('{}')
    .describe('single values that replace the character service\'s own, such as `{"temperature":0.5}`'),
}

export const otherServices = {
  HTTP_PROXY: rules.proxyUrl
    .optional()
    .describe(
      'a [proxy](reference/proxies.md#to-other-services) through which http addresses of services that the operator names are reached, `http://user:password@proxy.example:3128`; the name in small letters wins, here and below; unset: none',
    ),
  HTTPS_PROXY: rules.proxyUrl.optional().describe('the same for https addresses'),
  NO_PROXY: rules.hostsWithoutProxy
    .default([])
    .describe('hosts, domains and networks, separated by commas, that are reached without it; `*` is all'),
  HOSTED_BASE_URL: rules.plainUrl
    .optional()
    .describe(
      "address of [hosted models](ai-services.md#hosted-models), up to `/chat/completions`; unset: the client library's own public address",
    ),
  HOSTED_API_KEY: rules.apiKey.optional().describe('their key; without one every hosted model fails and says so'),
  HOSTED_MODELS: hostedModels
    .prefault('{}')
    .describe(
      'aliases that replace or join `hosted4o_mini`, `hosted4.1` and `hosted4.1_mini`, as JSON: `{"hosted4.1":"some-model"}`, or with [a server of its own](ai-services.md#hosted-models) `{"mine":{"model":"some-model","baseUrl":"https://models.example/v1","apiKeyEnv":"MINE_API_KEY"}}`, or with [more options](ai-services.md#hosted-models)',
    ),
  SEARCH_PROVIDER: rules
    .oneOf(['searxng', 'brave', 'google', 'duckduckgo'])
    .optional()
    .describe(
      '[web search](ai-services.md#web-search) for office replies: `searxng`, `brave`, `google` or `duckduckgo`; unset: none',
    ),
  SEARCH_URL: rules.searchUrl
    .optional()
    .describe(
      'address of the SearXNG instance; for the others it replaces their own address, and for `google` it is needed for the id of the search engine: `https://www.googleapis.com/customsearch/v1?cx=<id>`',
    ),
  SEARCH_API_KEY: rules.apiKey.optional().describe('key of the search service; needed for `brave` and `google`'),
}

const amount = rules.wholeNumber(1, 1_000_000)

export const replies = {
  OFFICE_DEFAULT_MODEL: z
    .string()
    .prefault('Local')
    .describe(
      'the model of an office room where neither a message nor the room names one: `Local`, or an alias of `HOSTED_MODELS` that has its key; an account whose membership does not include it has `Local`',
    ),
  CHARACTER_DEFAULT_MODEL: z.string().prefault('Local').describe('the same in a chat room'),
  HISTORY_ENTRIES: rules
    .wholeNumber(10, 100)
    .prefault('30')
    .describe(
      'newest entries of a room that a prompt of the model `Local` [can have](models.md#what-a-model-reads-of-a-room); with 10 it has ten at most, as that of the bundled model',
    ),
  TIME_ZONE: rules
    .parsed('must be an IANA time zone, such as Europe/Berlin', knownTimeZone)
    .prefault('UTC')
    .describe(
      'IANA time zone of [dates and times](models.md#date-and-time) that the assistant reads, such as `Asia/Seoul`, where neither a message nor its account names one; workers on other machines need it too',
    ),
  QUEUE_LIMIT: amount.prefault('64').describe('accepted replies that can wait for one worker; more are refused'),
  OFFICE_CONCURRENCY: amount.prefault('1').describe('replies that the office worker generates at a time'),
  CHARACTER_CONCURRENCY: amount.prefault('1').describe('replies that the character worker generates at a time'),
  GENERATION_TIMEOUT_MS: rules
    .wholeNumber(1, rules.maxTimerMs)
    .prefault('300000')
    .describe('milliseconds from acceptance, waiting included, until a reply fails'),
  V1_MAX_TOKENS: rules
    .wholeNumber(1, 1_000_000)
    .prefault('4096')
    .describe(
      'the most tokens of a reply of [`/v1`](openai.md), in place of the limits that the services have; never more than the context of the model. For a hosted model it bounds what a request asks for',
    ),
  GENERATION_RETENTION_MS: rules
    .wholeNumber(1, rules.maxLifetimeMs)
    .prefault('604800000')
    .describe('milliseconds that a finished reply stays readable'),
}
