import type { Parley } from '@parley/client'
import { drawnPicture } from '../../ui/files/drawn-picture.js'

/** What the first characters are like. In English, which the demonstration model reads. */
const details = {
  'captain-mara': {
    greeting: 'Ahoy! Come aboard.',
    context:
      'A sailor of few words. Her ship is called Albatross. Her home port is Lisbon. Her parrot is called Pepper.',
    tags: ['adventure', 'sea'],
  },
  'professor-linden': {
    greeting: 'Welcome to my garden. Mind the ferns.',
    context:
      'A patient professor of botany. Her garden is behind the university. Her favourite tree is the old oak. Her cat is called Moss.',
    tags: ['science', 'garden'],
  },
  iris: {
    greeting: 'Sit down. What have you seen?',
    context:
      'A calm detective. Her office is in Harbour Street. Her partner is called Leo. Her first case was the lost letter.',
    tags: ['mystery'],
  },
}

export interface Starter {
  /** The name of its picture. */
  readonly picture: keyof typeof details
  readonly name: string
  readonly description: string
}

/** By starter: the picture that this page has stored. Another try with the same key has the same one. */
const stored = new Map<string, string>()

/** Creates the character of a starter; without its picture if it cannot be drawn or stored. Returns its id. */
export async function createStarter(
  parley: Parley,
  { picture, ...texts }: Starter,
  { address, idempotencyKey }: { readonly address: string; readonly idempotencyKey: string },
): Promise<string> {
  const imageId = stored.get(picture) ?? (await upload(parley, address))
  if (imageId !== undefined) stored.set(picture, imageId)
  const character = { ...texts, ...details[picture], visibility: 'PRIVATE', idempotencyKey } as const
  return (await parley.createCharacter({ ...character, ...(imageId !== undefined && { imageId }) })).id
}

async function upload(parley: Parley, address: string): Promise<string | undefined> {
  try {
    const drawn = await drawnPicture(address)
    return drawn ? (await parley.uploadImage(drawn)).id : undefined
  } catch {
    return undefined
  }
}
