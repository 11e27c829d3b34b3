export interface CharacterSheet {
  readonly name: string
  readonly greeting: string
  readonly context: string
  readonly system?: readonly string[] | undefined
}

/** The system text in a chat room without a character. */
export const namelessSystem =
  'You are a friendly partner in a conversation. Answer in the language of the user, in a few plain sentences.'

/** The beginning of the system text of every character. */
export const rolePlay = [
  'This is a role play between a character and the user. You are the character; the user writes everything else.',
  'Keep the personality and the speech style of the character consistent in every reply, and stay in the role. ' +
    "Write only the character's next reply, in the language of the user.",
].join('\n\n')

/** The system text of a character, without empty fields. Without lore it is constant, so that a model reads it once. */
export function characterSystem(
  { name, greeting, context, system = [rolePlay] }: CharacterSheet,
  lore: readonly string[] = [],
): string {
  return [
    system.join(rolePlay),
    ...lore,
    `Name: ${name}`,
    ...(greeting === '' ? [] : [`Greeting, as an example of the speech style:\n${greeting}`]),
    ...(context === '' ? [] : [`Personality and background:\n${context}`]),
  ].join('\n\n')
}
