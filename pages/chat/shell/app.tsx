import { Suspense, useEffect, useRef, useState } from 'react'
import { useSession } from '@parley/client/react'
import { Loading } from '../../ui/feedback/loading.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { Sidebar } from './sidebar.js'
import { screenFor } from './screens.js'
import { TopBar } from './top-bar.js'
import { words } from './words.js'

/** The list of rooms beside the current screen; on a phone the list is over it. */
export function App() {
  const { skip } = useWords(words)
  const route = useRoute()
  const session = useSession()
  const [isListOpen, setListOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  useTheme()
  const place = route.parts.join('/')
  const shown = useRef(place)
  useEffect(() => {
    setListOpen(false)
    // keyboards and screen readers continue at the new screen, but not when the page is loaded
    if (shown.current !== place) main.current?.focus()
    shown.current = place
  }, [place])
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
      <TopBar isListOpen={isListOpen} openList={() => setListOpen(!isListOpen)} />
      {session.status === 'signedIn' && <Sidebar isOpen={isListOpen} close={() => setListOpen(false)} />}
      <main id="main" ref={main} tabIndex={-1} className="screen" onPointerDown={() => setListOpen(false)}>
        <Suspense fallback={<Loading />}>{screenFor(route, session)}</Suspense>
      </main>
    </div>
  )
}
