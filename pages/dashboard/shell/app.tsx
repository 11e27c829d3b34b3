import { useEffect, useRef, type ReactNode } from 'react'
import { Empty } from '../../ui/feedback/empty.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { Accounts } from '../accounts/accounts.js'
import { Activity } from '../activity/activity.js'
import { CharacterList } from '../characters/character-list.js'
import { Doctor } from '../doctor/doctor.js'
import { Figures } from '../figures/figures.js'
import { useAccountCheck } from '../session/administrator.js'
import { AdministratorGate } from '../session/administrator-gate.js'
import { TopBar } from './top-bar.js'
import { useKeptFocus } from './use-kept-focus.js'
import { words } from './words.js'

/** The current screen, for administrators, under the bar with the places. */
export function App() {
  const text = useWords(words)
  const { parts, query } = useRoute()
  const { administrator } = useAccountCheck()
  const main = useRef<HTMLElement>(null)
  useTheme()
  const place = parts.join('/')
  const shown = useRef(place)
  const keptFocus = useKeptFocus(main)
  const name = place === '' ? 'figures' : place
  const title = administrator && isPlace(name) ? `${text[name]} · ` : ''
  useEffect(() => {
    // keyboards and screen readers continue at the new screen, but not when the page is loaded
    if (shown.current !== place) main.current?.focus()
    shown.current = place
  }, [place])
  return (
    <div className="console">
      <title>{`${title}${pageInstallation().name} ${text.console}`}</title>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {text.skip}
      </a>
      <TopBar />
      <main id="main" ref={main} tabIndex={-1} className="screen" {...keptFocus}>
        <AdministratorGate>{isPlace(name) ? screens[name](query) : <Missing />}</AdministratorGate>
      </main>
    </div>
  )
}

const screens = {
  figures: () => <Figures />,
  accounts: (query: URLSearchParams) => <Accounts search={query.get('q') ?? ''} />,
  characters: () => <CharacterList />,
  replies: () => <Activity />,
  doctor: () => <Doctor />,
} satisfies Record<string, (query: URLSearchParams) => ReactNode>

const isPlace = (name: string): name is keyof typeof screens => Object.hasOwn(screens, name)

function Missing() {
  const text = useWords(words)
  return (
    <div className="page">
      <Empty title={text.missing} level={1}>
        <LinkButton to="/">{text.back}</LinkButton>
      </Empty>
    </div>
  )
}
