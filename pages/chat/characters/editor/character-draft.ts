import type { CharacterInput } from '@parley/client/operations'
import type { PictureChoice } from '../../../ui/forms/picture-field.js'
import type { OpenCharacter } from '../character-profile.js'

/** The texts that people see, each with its words. */
export const shownTexts = [
  { field: 'description', label: 'description', hint: 'descriptionHint', rows: 3 },
  { field: 'greeting', label: 'greeting', hint: 'greetingHint', rows: 3 },
] as const

/** The texts that only the model needs. */
export const modelTexts = [
  { field: 'context', label: 'context', hint: 'contextHint', rows: 8 },
  { field: 'exampleDialogues', label: 'examples', hint: 'examplesHint', rows: 6, sample: 'examplesSample' },
] as const

export const texts = [...shownTexts, ...modelTexts] as const

/** The texts of the author that only the model reads. */
export const noteTexts = ['systemPrompt', 'postHistoryInstructions'] as const

type NoteRole = NonNullable<NonNullable<CharacterInput['depthNote']>['role']>

/** What an editor has in its fields. */
export interface CharacterDraft extends Readonly<
  Record<(typeof texts)[number]['field'] | (typeof noteTexts)[number], string>
> {
  readonly name: string
  readonly nickname: string
  readonly alternateGreetings: readonly string[]
  readonly noteText: string
  readonly noteDepth: number
  readonly noteRole: NoteRole
  /** Separated by commas. */
  readonly tags: string
  readonly isPublic: boolean
  readonly picture: PictureChoice
}

/** The texts as they were written, with their placeholders. */
export function draftOf(character: OpenCharacter | undefined): CharacterDraft {
  const { source } = character ?? {}
  const { text = '', depth = 4, role = 'SYSTEM' } = source?.depthNote ?? {}
  return {
    name: character?.name ?? '',
    nickname: character?.nickname ?? '',
    alternateGreetings: source?.alternateGreetings ?? [],
    systemPrompt: source?.systemPrompt ?? '',
    postHistoryInstructions: source?.postHistoryInstructions ?? '',
    ...{ noteText: text, noteDepth: depth, noteRole: role },
    description: source?.description ?? '',
    greeting: source?.greeting ?? '',
    context: source?.context ?? '',
    exampleDialogues: source?.exampleDialogues ?? '',
    tags: character?.tags.join(', ') ?? '',
    isPublic: character?.visibility !== 'PRIVATE',
    picture: undefined,
  }
}

export const isSameDraft = (one: CharacterDraft, other: CharacterDraft): boolean =>
  (Object.keys(one) as (keyof CharacterDraft)[]).every((field) =>
    field === 'alternateGreetings'
      ? JSON.stringify(one[field]) === JSON.stringify(other[field])
      : one[field] === other[field],
  )

/** An administrator can have made it private for good: the visibility is sent only when it was changed. */
export function inputOf(
  { tags, isPublic, picture, alternateGreetings, noteText, noteDepth, noteRole, ...texts }: CharacterDraft,
  initial: CharacterDraft,
  isNew: boolean,
): CharacterInput {
  return {
    ...texts,
    alternateGreetings: alternateGreetings.filter((greeting) => greeting.trim() !== ''),
    depthNote: noteText.trim() === '' ? null : { text: noteText, depth: noteDepth, role: noteRole },
    tags: tags
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    ...((isNew || isPublic !== initial.isPublic) && { visibility: isPublic ? 'PUBLIC' : 'PRIVATE' }),
    ...(picture === null && { imageUrl: '' }),
    ...(typeof picture === 'string' && { imageId: picture }),
  }
}
