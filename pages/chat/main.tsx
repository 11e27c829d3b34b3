import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createParley, localStorageSession, memorySession } from '@parley/client'
import { ParleyProvider } from '@parley/client/react'
import { Announcer } from '../ui/feedback/announcer.js'
import { CrashBoundary } from '../ui/feedback/crash-boundary.js'
import { isStorageBlocked } from '../ui/storage/browser-storage.js'
import { LanguageProvider } from '../ui/text/language.js'
import { App } from './shell/app.js'
import '../ui/theme/theme.css'
import '../ui/theme/components.css'
import '../ui/theme/media.css'
import '../ui/theme/frame.css'
import './styles/shell.css'
import './styles/characters.css'
import './styles/settings.css'
import './styles/search.css'
import './styles/rooms.css'
import './styles/entries.css'

const parley = createParley({
  url: location.origin,
  session: isStorageBlocked() ? memorySession() : localStorageSession(),
})
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <CrashBoundary>
        <ParleyProvider parley={parley}>
          <Announcer>
            <App />
          </Announcer>
        </ParleyProvider>
      </CrashBoundary>
    </LanguageProvider>
  </StrictMode>,
)
