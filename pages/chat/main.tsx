import { createParley, localStorageSession, memorySession } from '@parley/client'
import { startPage } from '../ui/start-page.js'
import { isStorageBlocked } from '../ui/storage/browser-storage.js'
import { App } from './shell/app.js'
import '../ui/theme/media.css'
import './styles/shell.css'
import './styles/characters.css'
import './styles/settings.css'
import './styles/search.css'
import './styles/rooms.css'
import './styles/entries.css'

const session = isStorageBlocked() ? memorySession() : localStorageSession()

// a server that was started again is found within seconds
const retry = { maxMs: 4_000 }

startPage(createParley({ url: location.origin, session, retry }), <App />)
