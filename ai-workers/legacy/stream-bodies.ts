import { z } from 'zod'
import { lenient } from '@parley/edge'
import { limits } from '../../src/limits.js'
import { storedImageUrl, text } from '../../src/text-rules.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { personalityContext } from '../prompts/personality.js'

/** Converts a body of lines 1.1 and 1.2 to a request of the ReplyGenerator port. */
export type StreamRequest = Pick<ReplyJob, 'message' | 'character' | 'searchAccess'>

const level = lenient.integer(1, 10)

// both are validated as documented and have no effect on the reply
const ignored = (imageHosts: readonly string[]) => ({
  image: storedImageUrl(imageHosts),
  access_level: lenient.optional(lenient.boolean),
})

/** `POST /Local_stream` of both lines. */
export const localBody: z.ZodType<StreamRequest> = z
  .object({ input_data: text(1, limits.inputDataLength), search_access: lenient.optional(lenient.boolean) })
  .transform(({ input_data: message, search_access: searchAccess = false }) => ({ message, searchAccess }))

/** `POST /Korean_stream` of line 1.1, with the personality as fields. */
export function koreanBody(imageHosts: readonly string[]): z.ZodType<StreamRequest> {
  const personality = {
    description: text(1),
    character_setting: text(1),
    tone: text(1),
    energy_level: level,
    politeness: level,
    humor: level,
    assertiveness: level,
  }
  return z
    .object({
      input_data: text(1, limits.inputDataLength),
      character_name: text(1),
      greeting: text(1),
      ...personality,
      ...ignored(imageHosts),
    })
    .transform(({ input_data: message, character_name: name, greeting, ...said }) => {
      const context = personalityContext({
        description: said.description,
        setting: said.character_setting,
        tone: said.tone,
        levels: {
          energy: said.energy_level,
          politeness: said.politeness,
          humor: said.humor,
          assertiveness: said.assertiveness,
        },
      })
      return { message, searchAccess: false, character: { name, greeting, context } }
    })
}

/** `POST /Roleplay_stream` of line 1.2. */
export function roleplayBody(imageHosts: readonly string[]): z.ZodType<StreamRequest> {
  return z
    .object({
      input_data: text(1, limits.inputDataLength),
      character_name: text(1),
      greeting: text(0),
      context: text(0),
      ...ignored(imageHosts),
    })
    .transform(({ input_data: message, character_name: name, greeting, context }) => {
      return { message, searchAccess: false, character: { name, greeting, context } }
    })
}
