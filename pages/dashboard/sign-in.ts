import { signIn } from './ask.js'
import { part } from './elements.js'

const form = part('sign-in', HTMLFormElement)
const refusal = part('refusal', HTMLElement)
const email = part('email', HTMLInputElement)
const password = part('password', HTMLInputElement)
const enter = part('enter', HTMLButtonElement)

/** Shows the reason and the sign-in form. */
export function showSignIn(sentence: string): void {
  form.hidden = false
  refuse(sentence)
  if (email.value === '') email.focus()
  else password.focus()
}

export function hideSignIn(): void {
  form.hidden = true
}

/** Calls back with the token of the signed-in account. */
export function onSignIn(take: (token: string) => void): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void trySignIn(take)
  })
}

async function trySignIn(take: (token: string) => void): Promise<void> {
  enter.disabled = true
  refuse('')
  const answer = await signIn(email.value, password.value)
  enter.disabled = false
  password.value = ''
  if (answer.kind === 'token') {
    take(answer.token)
    return
  }
  refuse(answer.sentence)
  password.focus()
}

function refuse(sentence: string): void {
  refusal.textContent = sentence
  refusal.hidden = sentence === ''
}
