/** A character of line 1.1, described by its fields (contract: earlier-ai-lines.2). */
interface Personality {
  readonly description: string
  readonly setting: string
  readonly tone: string
  /** From 1 to 10 each, in the order in which the prompt lists them. */
  readonly levels: Readonly<Record<'energy' | 'politeness' | 'humor' | 'assertiveness', number>>
}

/** The personality as the context of a character sheet: constant for each character, so that a model reads it once. */
export function personalityContext({ description, setting, tone, levels }: Personality): string {
  const scale = Object.entries(levels).map(([trait, level]) => `${trait} ${String(level)}`)
  return [
    description,
    `Setting: ${setting}`,
    `Tone of speech: ${tone}`,
    `Traits, each from 1 (hardly) to 10 (very much): ${scale.join(', ')}`,
  ].join('\n')
}
