import { useEffect, useRef, type ReactNode } from 'react'
import { CrashBoundary } from '../../ui/feedback/crash-boundary.js'
import { Empty } from '../../ui/feedback/empty.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useRoute, type Route } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { Accounts } from '../accounts/accounts.js'
import { Activity } from '../activity/activity.js'
import { AuditLog } from '../audit/audit-log.js'
import { CharacterList } from '../characters/character-list.js'
import { Doctor } from '../doctor/doctor.js'
import { Invitations } from '../invitations/invitations.js'
import { Models } from '../models/models.js'
import { Overview } from '../overview/overview.js'
import { useAccountCheck } from '../session/administrator.js'
import { AdministratorGate } from '../session/administrator-gate.js'
import { ForAdministrators } from '../session/for-administrators.js'
import { ToChat } from '../session/to-chat.js'
import { Settings } from '../settings/settings.js'
import { isSection, Places, type Section } from './places.js'
import { TopBar } from './top-bar.js'
import { useKeptFocus } from './use-kept-focus.js'
import { words } from './words.js'

/** The current screen, for administrators, beside the list of the places. */
export function App() {
  const text = useWords(words)
  const { parts } = useRoute()
  const { administrator } = useAccountCheck()
  useTheme()
  const place = parts[0] ?? 'overview'
  const title = administrator && isSection(place) ? `${text[place]} · ` : ''
  return (
    <div className="console">
      <title>{`${title}${pageInstallation().name} ${text.console}`}</title>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {text.skip}
      </a>
      <TopBar />
      {administrator ? (
        <ForAdministrators key={administrator.id}>
          <Places />
          <Main />
        </ForAdministrators>
      ) : (
        <Main />
      )}
    </div>
  )
}

function Main() {
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  const keptFocus = useKeptFocus(main)
  const place = route.parts[0] ?? 'overview'
  const shown = useRef(place)
  useEffect(() => {
    // keyboards and screen readers continue at the new screen, but not when the page is loaded
    if (shown.current !== place) main.current?.focus()
    shown.current = place
  }, [place])
  return (
    <main id="main" ref={main} tabIndex={-1} className="screen" {...keptFocus}>
      <AdministratorGate>
        <CrashBoundary part={place}>{screenOf(route)}</CrashBoundary>
      </AdministratorGate>
    </main>
  )
}

const screens: Readonly<Record<Section, (route: Route) => ReactNode>> = {
  overview: () => <Overview />,
  accounts: ({ parts, query }) => (
    <Accounts search={query.get('q') ?? ''} state={query.get('state') ?? 'all'} opened={parts[1]} />
  ),
  invitations: () => <Invitations />,
  characters: ({ query }) => <CharacterList search={query.get('q') ?? ''} show={query.get('show') ?? 'all'} />,
  replies: () => <Activity />,
  models: () => <Models />,
  settings: ({ query }) => <Settings part={query.get('part')} />,
  audit: ({ query }) => <AuditLog query={query} />,
  doctor: () => <Doctor />,
}

function screenOf(route: Route): ReactNode {
  const [place = 'overview', second, third] = route.parts
  const hasParts = second !== undefined && (place !== 'accounts' || third !== undefined)
  const screen = !hasParts && isSection(place) ? screens[place] : undefined
  return screen ? screen(route) : <Missing />
}

function Missing() {
  const text = useWords(words)
  return (
    <Empty title={text.missing} level={1}>
      <p className="quiet">{text.missingHint}</p>
      <LinkButton kind="primary" to="/">
        {text.back}
      </LinkButton>
      <ToChat />
    </Empty>
  )
}
