import type { Parley } from '@parley/client'
import { Failure } from '../../ui/feedback/failure.js'
import { useWords } from '../../ui/text/catalogue.js'
import type { Starter } from './create-starter.js'
import { useDraftRoom } from './use-draft-room.js'
import { words } from './words.js'

/** The files of the pictures, beside that of this script, with a space between them. */
declare const STARTER_PICTURES: string

/** In English, as what they say. */
const starters: readonly Starter[] = [
  {
    picture: 'captain-mara',
    name: 'Captain Mara',
    description: 'A sailor of few words, on a ship that has seen every sea.',
  },
  {
    picture: 'professor-linden',
    name: 'Professor Linden',
    description: 'Keeps a garden behind the university, and an answer for every why.',
  },
  {
    picture: 'iris',
    name: 'Iris',
    description: 'A detective in the rain. She listens first.',
  },
]

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

const files = STARTER_PICTURES.split(' ')

const addressOf = ({ picture }: Starter) =>
  new URL(files.find((file) => file.startsWith(picture)) ?? '', import.meta.url).href

async function begin(parley: Parley, starter: Starter, idempotencyKey: string): Promise<string> {
  const { createStarter } = await import('../shell/late.js')
  return createStarter(parley, starter, { address: addressOf(starter), idempotencyKey })
}

function StarterTile({ starter }: { readonly starter: Starter }) {
  const { name, description } = starter
  const { open, isRunning, error } = useDraftRoom(`starter-${name}`, (parley, key) => begin(parley, starter, key))
  return (
    <li className="tile">
      <span className="portrait">
        <img src={addressOf(starter)} alt="" loading="lazy" decoding="async" />
      </span>
      <div className="about">
        <h3>
          <button type="button" className="tile-command" disabled={isRunning} onClick={open}>
            {name}
          </button>
        </h3>
        <p className="quiet small">{description}</p>
        <Failure error={error} />
      </div>
    </li>
  )
}
