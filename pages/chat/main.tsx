import { createParley } from '@parley/client'
import { startPage } from '../ui/start-page.js'
import { serverUrl } from '../ui/navigation/server-url.js'
import { sharedSession } from '../ui/storage/shared-session.js'
import { App } from './shell/app.js'
// what the words of each language need, so that they wait for no further file
import '../ui/text/isolated.js'

// a server that was started again is found within seconds
const retry = { maxMs: 4_000 }

const words = { en: () => import('./languages/en.js'), ko: () => import('./languages/ko.js') }

if (matchMedia('(any-pointer: coarse)').matches)
  // a module of its own, since it imports nothing; without it the page works as with a mouse
  import('./shell/touch.js').then(
    ({ startTouch }) => startTouch(),
    () => undefined,
  )

startPage(createParley({ url: serverUrl.href, session: sharedSession(), retry }), words, <App />)
