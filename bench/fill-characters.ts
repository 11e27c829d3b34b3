import { ask, signIn } from './client.js'

/** The settings of a Parley server that serves the characters of `fillCharacters`. */
export const characterServer = { portName: 'APP_PORT', env: { ROLES: 'app', IMAGE_HOST: 'images.example' } } as const

/** Creates an account with this many characters; returns its token. */
export async function fillCharacters(url: string, characters: number): Promise<string> {
  const token = await signIn(url, 'bench')
  const query = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  for (let number = 1; number <= characters; number += 1) {
    const name = `Character ${number}`
    const greeting = `Ahoy, I am number ${number}. What brings you to the harbour on a day like this?`
    const context = 'A retired captain who has seen every sea and likes to talk about it. '.repeat(5)
    const imageUrl = number % 2 === 0 ? `https://images.example/${number}.png` : null
    const input = { name, greeting, context, imageUrl }
    await ask(url, { query, variables: { input }, token })
  }
  return token
}
