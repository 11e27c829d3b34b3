import { z } from 'zod'
import type { GivenSettings } from '../given-settings.js'
import { json, limit, faultSentence, values } from '../json-values.js'
import { textOfFile } from '../setting-file.js'

const name = 'MEMBERSHIP_POLICY_FILE'
const example = '{"messagesPerDay":100}'

/** The terms of one membership level. `false` means no limit. */
interface Defaults {
  readonly messagesPerDay: number | false
  readonly tokensPerMonth: number | false
  readonly concurrentGenerations: number | false
  readonly priority: 'high' | 'normal'
}

/** The content of the file: a JSON object of single values that override the defaults. `models` are model names. */
function policyRule(models: readonly string[]) {
  const isModels = (value: unknown) =>
    value === 'all' ||
    (Array.isArray(value) && value.length > 0 && value.every((one) => models.some((model) => model === one)))
  const terms = (defaults: Defaults) =>
    values(
      {
        /** Accepted messages and completions per day in UTC. */
        messagesPerDay: limit(1_000_000_000).prefault(defaults.messagesPerDay),
        /** Tokens of prompts and replies per month in UTC. */
        tokensPerMonth: limit(1_000_000_000_000).prefault(defaults.tokensPerMonth),
        /** Tokens of one prompt and its reply; undefined means the limit of the model. */
        contextTokens: limit(10_000_000, 128).prefault(false),
        /** Generations of one account that are queued or running at a time. */
        concurrentGenerations: limit(1_000_000).prefault(defaults.concurrentGenerations),
        /** Model names; undefined: administrators decide while the server runs. */
        models: z
          .custom<'all' | readonly string[]>(isModels, {
            error: faultSentence(`"all" or as a list of ${models.join(', ')}`),
          })
          .exactOptional(),
        /** `high`: its account gets four turns in the queue for each turn of another one. */
        priority: z.enum(['high', 'normal'], { error: faultSentence('"high" or "normal"') }).default(defaults.priority),
      },
      example,
    ).prefault({})
  const unlimited = { messagesPerDay: false, tokensPerMonth: false, concurrentGenerations: false } as const
  // more than a person can use, so that only programs reach these limits
  const shape = {
    BASIC: terms({ messagesPerDay: 5_000, tokensPerMonth: 1e8, concurrentGenerations: 100, priority: 'normal' }),
    VIP: terms({ messagesPerDay: 50_000, tokensPerMonth: 1e9, concurrentGenerations: 1_000, priority: 'high' }),
    /** For administrators of every membership level. */
    ADMIN: terms({ ...unlimited, priority: 'high' }),
  }
  return json.pipe(values(shape, `{"BASIC":${example}}`, 'must name a file that is')).prefault('{}')
}

/**
 * The terms of accounts by membership (ADR 0047): from the file that `MEMBERSHIP_POLICY_FILE` names if this process
 * runs the application, else the defaults. A fault names its place in the file but quotes nothing.
 */
export function membershipPolicyOf(given: GivenSettings) {
  const { MEMBERSHIP_POLICY_FILE: path, ROLES: roles, HOSTED_MODELS: hosted } = given.values
  const policy = z.object({ [name]: policyRule(['Local', ...Object.keys(hosted)]) })
  // a separate worker process may have the same environment, but not the file
  const file = roles.includes('app') ? path : undefined
  const refuse = (sentence: string) => given.refuse(name, sentence)
  const text = file === undefined ? undefined : textOfFile(file, { maxMiB: 1, refuse })
  const { data, error } = policy.safeParse({ [name]: text })
  given.refuseAll(error)
  return (data ?? policy.parse({}))[name]
}
