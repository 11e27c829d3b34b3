import { createParley } from '@parley/client'
import { serverUrl } from '../ui/navigation/server-url.js'
import { sharedSession } from '../ui/storage/shared-session.js'
import { startPage } from '../ui/start-page.js'
import { AccountCheckProvider } from './session/account-check.js'
import { isPublicConsole } from './session/public-console.js'
import { tabSession } from './session/tab-session.js'
import { App } from './shell/app.js'
import '../ui/theme/late-icons.js'

// beside the chat page there is no second sign-in
const session = isPublicConsole ? sharedSession() : tabSession()

// lists are read again by themselves or on request: a fault is shown soon
const parley = createParley({ url: serverUrl.href, session, retry: { attempts: 2 } })

const words = { en: () => import('../ui/languages/en.js'), ko: () => import('../ui/languages/ko.js') }

startPage(
  parley,
  words,
  <AccountCheckProvider>
    <App />
  </AccountCheckProvider>,
)
