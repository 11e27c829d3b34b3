import { useState } from 'react'
import { myPersonas, type PersonaFragment } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { PersonaForm } from './persona-form.js'
import { words } from './words.js'

/** The personas of the person, and one of them while it is made or changed. */
export function PersonasSection() {
  const [opened, setOpened] = useState<PersonaFragment | 'new'>()
  if (opened === undefined) return <PersonaList onOpen={setOpened} />
  const persona = opened === 'new' ? undefined : opened
  return <PersonaForm persona={persona} onClose={() => setOpened(undefined)} />
}

function PersonaList({ onOpen }: { readonly onOpen: (persona: PersonaFragment | 'new') => void }) {
  const text = useWords(words)
  const parley = useParley()
  const { value, error, reload } = useLoaded(
    async (signal) => (await parley.request(myPersonas, {}, { signal })).myPersonas?.nodes ?? [],
  )
  return (
    <section className="card form">
      <h2>{text.personas}</h2>
      <p className="quiet">{text.hint}</p>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value?.length === 0 && <p className="quiet">{text.none}</p>}
      {value && value.length > 0 && (
        <ul role="list" className="lines">
          {value
            .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
            .map((persona) => (
              <PersonaLine key={persona.id} {...{ persona, onOpen }} />
            ))}
        </ul>
      )}
      <div className="row">
        <Button kind="primary" onClick={() => onOpen('new')}>
          {text.newPersona}
        </Button>
      </div>
    </section>
  )
}

interface PersonaLineProps {
  readonly persona: PersonaFragment
  readonly onOpen: (persona: PersonaFragment) => void
}

function PersonaLine({ persona, onOpen }: PersonaLineProps) {
  const text = useWords(words)
  const { name, description, imageUrl, isDefault } = persona
  return (
    <li className="persona-line">
      <Portrait name={name} imageUrl={imageUrl} size={2.5} />
      <div>
        <p className="break">
          <bdi>{name}</bdi> {isDefault && <span className="tag">{text.isDefault}</span>}
        </p>
        {description !== '' && (
          <p className="quiet small break" dir="auto">
            {description}
          </p>
        )}
      </div>
      <Button isSmall aria-label={text.editOne(name)} onClick={() => onOpen(persona)}>
        {text.edit}
      </Button>
    </li>
  )
}
