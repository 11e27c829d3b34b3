import type { Access, Character, UserStats } from './answers.js'
import { ask } from './ask.js'
import type { Reply } from './ask.js'
import { addCharacters, clearCharacters } from './characters.js'
import { part } from './elements.js'
import { showFigures } from './figures.js'
import { session } from './session.js'
import { hideSignIn, onSignIn, showSignIn } from './sign-in.js'
import { timeOfDay } from './words.js'

const firstPage = '/api/admin/characters?limit=24'

const content = part('content', HTMLElement)
const failure = part('failure', HTMLElement)
const status = part('status', HTMLElement)
const users = part('users', HTMLElement)
const characters = part('characters', HTMLElement)
const asOf = part('as-of', HTMLElement)
const refresh = part('refresh', HTMLButtonElement)
const signOut = part('sign-out', HTMLButtonElement)
const more = part('more', HTMLButtonElement)

/** Where the next page of characters is; none when all are shown. */
let next: string | undefined
/** Numbers the requests, so that an outdated answer changes nothing. */
let turn = 0

refresh.addEventListener('click', () => void show('Refreshed.'))
more.addEventListener('click', () => void showMore())
signOut.addEventListener('click', () => leave('You have signed out.'))
onSignIn((token) => {
  session.begin(token)
  void show('Signed in.').then(() => part('main', HTMLElement).focus())
})
await start()

/** Sends no request that would be refused. */
async function start(): Promise<void> {
  const access = await ask<Access>('/dashboard/access', undefined)
  const signsIn = access.kind === 'data' && access.data.signsIn
  if (signsIn && session.token === undefined) leave('')
  else await show('')
}

/** Reads everything again. */
async function show(announcement: string): Promise<void> {
  const mine = begin()
  const { token } = session
  const [stats, page] = await Promise.all([
    ask<UserStats>('/api/admin/users/stats', token),
    ask<readonly Character[]>(firstPage, token),
  ])
  if (mine !== turn) return
  end()
  if (isRefused(stats) || isRefused(page)) return
  hideSignIn()
  content.hidden = false
  refresh.hidden = false
  signOut.hidden = token === undefined
  if (stats.kind === 'data') {
    showFigures(stats.data)
    users.hidden = false
  }
  if (page.kind === 'data') {
    clearCharacters()
    showPage(page)
    characters.hidden = false
  }
  const failed = [stats, page].find((reply) => reply.kind === 'failed')
  fail(failed?.sentence)
  if (failed) return
  asOf.textContent = `As of ${timeOfDay(new Date())}`
  status.textContent = announcement
}

async function showMore(): Promise<void> {
  // the button stays enabled, else it would lose the focus
  if (next === undefined || content.ariaBusy === 'true') return
  const mine = begin()
  const page = await ask<readonly Character[]>(next, session.token)
  if (mine !== turn) return
  end()
  if (isRefused(page)) return
  fail(page.kind === 'failed' ? page.sentence : undefined)
  if (page.kind !== 'data') return
  // keyboard focus continues at the first new one
  showPage(page)?.focus()
  status.textContent = `${page.data.length} more characters.`
}

function showPage({ data, next: following }: Extract<Reply<readonly Character[]>, { kind: 'data' }>) {
  next = following
  more.hidden = following === undefined
  return addCharacters(data, following !== undefined)
}

/** Whether the page must not be shown; then it says so, and how to continue. */
function isRefused(reply: Reply<unknown>): reply is Extract<Reply<unknown>, { kind: 'signed out' | 'not admin' }> {
  if (reply.kind === 'not admin') leave('This account is not an administrator.')
  if (reply.kind === 'signed out')
    leave(session.token === undefined ? '' : 'Your session has ended. Please sign in again.')
  return reply.kind === 'not admin' || reply.kind === 'signed out'
}

function leave(sentence: string): void {
  turn += 1
  end()
  session.end()
  clearCharacters()
  part('figures', HTMLElement).replaceChildren()
  for (const shown of [content, users, characters, refresh, signOut]) shown.hidden = true
  asOf.textContent = ''
  showSignIn(sentence)
}

function begin(): number {
  content.setAttribute('aria-busy', 'true')
  status.textContent = 'Loading…'
  turn += 1
  return turn
}

function end(): void {
  content.removeAttribute('aria-busy')
  status.textContent = ''
}

function fail(sentence: string | undefined): void {
  failure.hidden = sentence === undefined
  failure.textContent =
    sentence === undefined ? '' : `${sentence} What is shown below, if anything, may be out of date.`
}
