import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useWords } from '../../ui/text/catalogue.js'
import { labelOf } from '../rooms/use-models.js'
import { words as roomWords } from '../rooms/words.js'
import { words } from './words.js'

/** The models of the server, and which of them the account can use. */
export function ModelsSection() {
  const text = useWords(words)
  const roomText = useWords(roomWords)
  const parley = useParley()
  const { value: models, error, reload } = useLoaded((signal) => parley.models({ signal }))
  const stateOf = ({ available, included, vision }: NonNullable<typeof models>[number]) =>
    [included ? (available ? text.available : text.unavailable) : text.notIncluded, vision && text.vision]
      .filter(Boolean)
      .join(', ')
  return (
    <section className="card form">
      <h2>{text.models}</h2>
      <Failure error={error} retry={reload} />
      {models === undefined && !error && <Loading />}
      {models?.length === 0 && <p className="quiet">{text.noModels}</p>}
      {models && models.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{text.modelName}</th>
              <th scope="col">{text.modelState}</th>
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <tr key={model.name}>
                <th scope="row">{labelOf(model, roomText)}</th>
                <td>{stateOf(model)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
