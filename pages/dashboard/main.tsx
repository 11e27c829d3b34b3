import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createParley } from '@parley/client'
import { ParleyProvider } from '@parley/client/react'
import { Announcer } from '../ui/feedback/announcer.js'
import { CrashBoundary } from '../ui/feedback/crash-boundary.js'
import { LanguageProvider } from '../ui/text/language.js'
import { AccountCheckProvider } from './session/account-check.js'
import { tabSession } from './session/tab-session.js'
import { App } from './shell/app.js'
import '../ui/theme/theme.css'
import '../ui/theme/components.css'
import '../ui/theme/frame.css'
import './console.css'

// lists are read again by themselves or on request: a fault is shown soon
const parley = createParley({ url: location.origin, session: tabSession(), retry: { attempts: 2 } })
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

createRoot(root).render(
  <StrictMode>
    <LanguageProvider>
      <CrashBoundary>
        <ParleyProvider parley={parley}>
          <Announcer>
            <AccountCheckProvider>
              <App />
            </AccountCheckProvider>
          </Announcer>
        </ParleyProvider>
      </CrashBoundary>
    </LanguageProvider>
  </StrictMode>,
)
