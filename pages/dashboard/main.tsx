import { createParley } from '@parley/client'
import { serverUrl } from '../ui/navigation/server-url.js'
import { startPage } from '../ui/start-page.js'
import { AccountCheckProvider } from './session/account-check.js'
import { tabSession } from './session/tab-session.js'
import { App } from './shell/app.js'
import './console.css'

// lists are read again by themselves or on request: a fault is shown soon
const parley = createParley({ url: serverUrl.href, session: tabSession(), retry: { attempts: 2 } })

startPage(
  parley,
  <AccountCheckProvider>
    <App />
  </AccountCheckProvider>,
)
