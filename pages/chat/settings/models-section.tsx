import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useWords } from '../../ui/text/catalogue.js'
import { labelOf } from '../rooms/use-models.js'
import { words as roomWords } from '../rooms/words.js'
import { words } from './words.js'

/** The models of the server, and what some of them do not share with the others. */
export function ModelsSection() {
  const text = useWords(words)
  const roomText = useWords(roomWords)
  const parley = useParley()
  const { value: models, error, reload } = useLoaded((signal) => parley.models({ signal }))
  const stateOf = ({ available, included, vision }: NonNullable<typeof models>[number]) =>
    [!included ? text.notIncluded : !available && text.unavailable, vision && text.vision].filter(Boolean).join(' · ')
  return (
    <section className="card form">
      <h2>{text.models}</h2>
      <Failure error={error} retry={reload} />
      {models === undefined && !error && <Loading />}
      {models?.length === 0 && <p className="quiet">{text.noModels}</p>}
      {models && models.length > 0 && (
        <ul role="list" className="lines">
          {models.map((model) => (
            <li key={model.name}>
              <span>{labelOf(model, roomText)}</span>
              <span className="quiet small">{stateOf(model)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
