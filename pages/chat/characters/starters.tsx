import type { Parley } from '@parley/client'
import { Failure } from '../../ui/feedback/failure.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { useRoomStart } from './use-room-start.js'
import { words } from './words.js'

/** In English, which the demonstration model reads. */
const starters = [
  {
    name: 'Captain Mara',
    description: 'A sailor of few words, on a ship that has seen every sea.',
    greeting: 'Ahoy! Come aboard.',
    context:
      'A sailor of few words. Her ship is called Albatross. Her home port is Lisbon. Her parrot is called Pepper.',
    tags: ['adventure', 'sea'],
  },
  {
    name: 'Professor Linden',
    description: 'Keeps a garden behind the university, and an answer for every why.',
    greeting: 'Welcome to my garden. Mind the ferns.',
    context:
      'A patient professor of botany. Her garden is behind the university. Her favourite tree is the old oak. Her cat is called Moss.',
    tags: ['science', 'garden'],
  },
  {
    name: 'Iris',
    description: 'A detective in the rain. She listens first.',
    greeting: 'Sit down. What have you seen?',
    context:
      'A calm detective. Her office is in Harbour Street. Her partner is called Leo. Her first case was the lost letter.',
    tags: ['mystery'],
  },
] as const

type Starter = (typeof starters)[number]

/** Characters for a new installation: the first conversation with one creates it. */
export function Starters() {
  const { starters: title } = useWords(words)
  return (
    <section className="starters" aria-labelledby="starters">
      <h2 id="starters">{title}</h2>
      <ul role="list" className="tiles">
        {starters.map((starter) => (
          <StarterTile key={starter.name} starter={starter} />
        ))}
      </ul>
    </section>
  )
}

async function begin(parley: Parley, { tags, ...texts }: Starter, idempotencyKey: string) {
  const character = { ...texts, tags: [...tags], visibility: 'PRIVATE', idempotencyKey } as const
  return (await parley.createCharacter(character)).id
}

function StarterTile({ starter }: { readonly starter: Starter }) {
  const { name, description } = starter
  const { start, isRunning, error } = useRoomStart(`starter-${name}`, (parley, key) => begin(parley, starter, key))
  return (
    <li className="tile">
      <Portrait name={name} />
      <div className="about">
        <h3>
          <button type="button" className="tile-command" disabled={isRunning} onClick={start}>
            {name}
          </button>
        </h3>
        <p className="quiet small">{description}</p>
        <Failure error={error} />
      </div>
    </li>
  )
}
