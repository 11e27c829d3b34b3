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

/** What an editor has in its fields. */
export interface CharacterDraft extends Readonly<Record<(typeof texts)[number]['field'], string>> {
  readonly name: string
  /** Separated by commas. */
  readonly tags: string
  readonly isPublic: boolean
  readonly picture: PictureChoice
}

/** The texts as they were written, with their placeholders. */
export function draftOf(character: OpenCharacter | undefined): CharacterDraft {
  const { source } = character ?? {}
  return {
    name: character?.name ?? '',
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
  (Object.keys(one) as (keyof CharacterDraft)[]).every((field) => one[field] === other[field])

/** An administrator can have made it private for good: the visibility is sent only when it was changed. */
export function inputOf(
  { tags, isPublic, picture, ...texts }: CharacterDraft,
  initial: CharacterDraft,
  isNew: boolean,
): CharacterInput {
  return {
    ...texts,
    tags: tags
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    ...((isNew || isPublic !== initial.isPublic) && { visibility: isPublic ? 'PUBLIC' : 'PRIVATE' }),
    ...(picture === null && { imageUrl: '' }),
    ...(typeof picture === 'string' && { imageId: picture }),
  }
}
