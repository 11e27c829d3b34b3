import type { RateLimits } from '../rate-limits/rate-limits.js'
import type { UserCaller } from '../users/caller.js'
import type { Characters, UnstoredTexts } from './characters.js'

export const costParts = ['name', 'greeting', 'context', 'exampleDialogues', 'systemPrompt', 'notes'] as const
/** Long conversations have no room for them. */
const passingParts: readonly string[] = ['greeting', 'exampleDialogues']

export interface CharacterCost {
  /** Of everything. */
  readonly tokens: number
  /** Of what each prompt has, however long the conversation is. */
  readonly permanentTokens: number
  readonly parts: readonly { readonly field: (typeof costParts)[number]; readonly tokens: number }[]
  /** False if the model that is loaded has counted them. */
  readonly isEstimate: boolean
}

/** What a character costs in the prompt of a room of the caller. */
export class CharacterCosts {
  constructor(
    private readonly options: {
      readonly characters: Pick<Characters, 'promptTexts'>
      readonly rateLimits: RateLimits
      /** By the loaded model; undefined where there is none that can. */
      readonly countTokens: (texts: readonly string[]) => Promise<readonly number[] | undefined>
      /** An estimate. */
      readonly tokensIn: (text: string) => number
    },
  ) {}

  /** Throws RATE_LIMITED when the limit of the caller is used up. */
  async of(caller: UserCaller, draft: UnstoredTexts): Promise<CharacterCost> {
    const { characters, rateLimits, countTokens, tokensIn } = this.options
    await rateLimits.charge('tokenCount', { ipAddress: caller.ipAddress ?? null, account: String(caller.id) })
    const {
      name,
      greeting,
      context,
      examples = [],
      system = [],
      notes = [],
    } = await characters.promptTexts(draft, caller.id)
    const exchanged = examples.flatMap(({ inputData, outputData }) => [inputData, outputData]).join('\n')
    const texts = [name, greeting, context, exchanged, system.join(''), notes.map(({ text }) => text).join('\n')]
    const counted = await countTokens(texts)
    const counts = counted ?? texts.map(tokensIn)
    const parts = costParts.map((field, index) => ({ field, tokens: counts[index] ?? 0 }))
    const sumOf = (some: typeof parts) => some.reduce((sum, { tokens }) => sum + tokens, 0)
    const permanent = parts.filter(({ field }) => !passingParts.includes(field))
    return { tokens: sumOf(parts), permanentTokens: sumOf(permanent), parts, isEstimate: !counted }
  }
}
