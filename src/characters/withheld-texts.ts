import { mapValues } from '@parley/runtime'
import { type Character, characterTexts } from './character.js'

/** A character for a caller who may not see it, but something that refers to it, such as a room: it has none of its texts. */
export const withheldTexts = (character: Character): Character => ({
  ...character,
  ...mapValues(characterTexts, () => null),
  nickname: null,
  alternateGreetings: [],
  systemPrompt: null,
  postHistoryInstructions: null,
  depthNote: null,
  tags: [],
  tagKeys: '',
})
