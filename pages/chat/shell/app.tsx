import { Fragment, useEffect, useRef, useState } from 'react'
import { useSession } from '@parley/client/react'
import { CrashBoundary } from '../../ui/feedback/crash-boundary.js'
import { NoticeBar } from '../../ui/installation/notice-bar.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { forgetDraftRoomIntentOutside } from '../characters/draft-room-intent.js'
import { TabInView } from '../notifications/tab-in-view.js'
import { Sidebar } from './sidebar.js'
import { isAccountRoute, screenFor } from './screens.js'
import { Shortcuts } from './shortcuts.js'
import { TopBar } from './top-bar.js'
import { words } from './words.js'

/** The list of rooms beside the current screen; on a phone the list is over it. */
export function App() {
  const { skip } = useWords(words)
  const route = useRoute()
  const session = useSession()
  // the screen over which the list is open on a phone
  const [listOver, openListOver] = useState<string>()
  const main = useRef<HTMLElement>(null)
  useTheme()
  const screen = route.parts.join('/')
  const isListOpen = listOver === screen
  const shown = useRef(screen)
  // what was read for an account is not shown to another one
  const reader = isAccountRoute(route) ? 'any' : (session.accountId ?? 'guest')
  useEffect(() => {
    openListOver(undefined)
    // keyboards and screen readers continue at the new screen, or at its field with `autoFocus`; not when the page is loaded
    const hasFocus = main.current?.contains(document.activeElement)
    if (shown.current !== screen && !hasFocus) main.current?.focus()
    shown.current = screen
  }, [screen])
  useEffect(() => {
    if (!isAccountRoute(route)) forgetDraftRoomIntentOutside(route.path)
  }, [route])
  return (
    <div className="shell">
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {skip}
      </a>
      <TopBar isListOpen={isListOpen} openList={() => openListOver(screen)} />
      <NoticeBar />
      {session.status === 'signedIn' && (
        <>
          <Sidebar key={session.accountId} isOpen={isListOpen} close={() => openListOver(undefined)} />
          <Shortcuts />
          <TabInView />
        </>
      )}
      <main id="main" ref={main} tabIndex={-1} className="screen">
        <CrashBoundary part={screen}>
          <Fragment key={reader}>{screenFor(route, session)}</Fragment>
        </CrashBoundary>
      </main>
    </div>
  )
}
