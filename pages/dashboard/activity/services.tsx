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

/** The workers of each AI service and the length of its queue. */
export function Services({ services }: { readonly services: readonly ServiceFragment[] }) {
  const text = useWords(words)
  const { number } = useFormats()
  return (
    <div className="services">
      {services.map(({ kind, waiting, paused, workers }) => (
        <section key={kind} className="form" aria-label={text.service(text.kinds[kind])}>
          <h3>
            {text.kinds[kind]}{' '}
            <span className="tag">{waiting === null ? text.waitingUnknown : text.waiting(number(waiting))}</span>{' '}
            {paused && <span className="tag bad">{text.paused}</span>}
          </h3>
          {workers.length === 0 ? (
            <p className="quiet">{text.noWorker}</p>
          ) : (
            <ul role="list" className="workers">
              {workers.map((worker, index) => (
                <li key={worker.name ?? index} className="worker">
                  <span className={stateClass[worker.state]}>{text.states[worker.state]}</span>
                  {worker.model !== null && <bdi>{worker.model}</bdi>}
                  {worker.running !== null && worker.concurrency !== null && (
                    <span className="quiet">{text.running(number(worker.running), number(worker.concurrency))}</span>
                  )}
                  {worker.name !== null && <bdi className="quiet small">{worker.name}</bdi>}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}
