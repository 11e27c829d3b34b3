import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import type { ServiceFragment, WorkerState } from '../operations.generated.js'
import { words } from './words.js'

/** LOADING and BUSY end by themselves, unlike a fault. */
const stateClass: Readonly<Record<WorkerState, string>> = {
  READY: 'tag good',
  LOADING: 'tag',
  BUSY: 'tag',
  AWAY: 'tag bad',
  UNREACHABLE: 'tag bad',
  KEY_REFUSED: 'tag bad',
  MODEL_MISSING: 'tag bad',
}

export const isFaulty = (state: WorkerState): boolean => stateClass[state].endsWith('bad')

interface ServicesProps {
  readonly services: readonly ServiceFragment[]
  /** Without counts, where no list of replies explains them. */
  readonly isBrief?: boolean
}

/** The workers of each AI service, and how many of its requests they have. */
export function Services({ services, isBrief = false }: ServicesProps) {
  const text = useWords(words)
  const { number } = useFormats()
  return (
    <div className="services">
      {!isBrief && <p className="quiet small">{text.servicesHint}</p>}
      {services.map(({ kind, waiting, paused, workers }) => (
        <section key={kind} className="form" aria-label={text.service(text.kinds[kind])}>
          <h3>
            {text.kinds[kind]}{' '}
            {!isBrief && waiting !== 0 && (
              <span className="tag">{waiting === null ? text.waitingUnknown : text.waiting(number(waiting))}</span>
            )}{' '}
            {paused && <span className="tag bad">{text.paused}</span>}
          </h3>
          {workers.length === 0 ? (
            <p className="notice failure">{text.noWorker}</p>
          ) : (
            <WorkerTable workers={workers} isBrief={isBrief} />
          )}
        </section>
      ))}
    </div>
  )
}

/** The workers of a service, those with a fault first. */
function WorkerTable({ workers, isBrief }: Pick<ServiceFragment, 'workers'> & { readonly isBrief: boolean }) {
  const text = useWords(words)
  const { number } = useFormats()
  // the only worker of a service has none
  const hasNames = workers.some(({ name }) => name !== null)
  const ordered = workers.toSorted((one, other) => Number(isFaulty(other.state)) - Number(isFaulty(one.state)))
  return (
    <table className="workers">
      <thead>
        <tr>
          {hasNames && <th scope="col">{text.worker}</th>}
          <th scope="col">{text.model}</th>
          <th scope="col" className="state">
            {text.state}
          </th>
          {!isBrief && (
            <th scope="col" className="runs">
              {text.runs}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {ordered.map(({ name, model, state, running, concurrency }, index) => (
          <tr key={name ?? index} className={isFaulty(state) ? 'faulty' : undefined}>
            <th scope="row">
              <bdi>{name ?? model}</bdi>
            </th>
            {hasNames && (
              <td data-label={text.model}>
                <bdi>{model}</bdi>
              </td>
            )}
            <td className="state">
              <span className={stateClass[state]}>{text.states[state]}</span>
            </td>
            {!isBrief && (
              <td className="runs" data-label={text.runs}>
                {running !== null && concurrency !== null && text.running(number(running), number(concurrency))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
