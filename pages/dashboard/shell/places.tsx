import { useCurrentInView } from '../../ui/navigation/use-current-in-view.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Icon, type IconName } from '../../ui/theme/icon.js'
import { useCounts } from '../accounts/counts.js'
import { useExamination } from '../doctor/use-examination.js'
import { words } from './words.js'

export const places = {
  overview: 'home',
  accounts: 'people',
  invitations: 'mail',
  characters: 'smile',
  replies: 'activity',
  models: 'model',
  settings: 'settings',
  audit: 'history',
  doctor: 'shield',
} as const satisfies Readonly<Record<string, IconName>>
export type Section = keyof typeof places

export const isSection = (name: string): name is Section => Object.hasOwn(places, name)
const names = Object.keys(places).filter(isSection)

/** The parts of the console, with the number of what waits in them. */
export function Places() {
  const text = useWords(words)
  const { number } = useFormats()
  const { parts } = useRoute()
  const waits: Readonly<Partial<Record<Section, number>>> = {
    accounts: useCounts().counts?.waiting ?? 0,
    doctor: useExamination().examination.findingCount,
  }
  const current = parts[0] ?? 'overview'
  // on a phone the list is wider than the window, and a count makes a place wider
  const list = useCurrentInView<HTMLUListElement>([current, ...Object.values(waits)].join(' '))
  return (
    <nav className="places" aria-label={text.places}>
      <ul role="list" className="strip" ref={list}>
        {names.map((place) => (
          <li key={place}>
            <a href={place === 'overview' ? '#/' : `#/${place}`} aria-current={place === current ? 'page' : undefined}>
              <Icon name={places[place]} />
              {text[place]}
              {waits[place] ? (
                <span className="count">
                  {number(waits[place])} <span className="unseen">{text.waits}</span>
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
