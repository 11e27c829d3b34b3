import type { Kind } from '../../src/kinds.js'

/** Typical first messages to a new model. */
export const messages: Readonly<Record<Kind, readonly string[]>> = {
  office: [
    'Hello!',
    'Who are you?',
    'What day is it today?',
    'What time is it?',
    'What can you do for me?',
    'Can you write me a poem about the sea?',
  ],
  character: [
    'Hello!',
    'What is your name?',
    'How are you today?',
    'Where do you live?',
    'What do you do all day?',
    'Tell me something about yourself.',
  ],
}

export const character = {
  name: 'Merrit',
  greeting: 'Good day, traveller!',
  context: 'Merrit keeps the lighthouse of Sandholm. Merrit has a grey cat and likes rye bread.',
}
