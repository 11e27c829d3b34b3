import { pageInstallation } from '../../ui/installation/page-installation.js'
import { serverUrl } from '../../ui/navigation/server-url.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** The address of the chat page; null where the server has none, or does not know it. */
export function chatAddress(): string | null {
  const { chatUrl } = pageInstallation()
  if (chatUrl === null) return null
  const address = new URL(chatUrl, serverUrl)
  // without `PUBLIC_URL` the server names its own machine, which another one cannot reach by that name
  const isReachable = address.hostname !== 'localhost' || loopbackNames.includes(location.hostname)
  return isReachable ? address.href : null
}

/** The way to the chat page. */
export function ToChat() {
  const text = useWords(words)
  const address = chatAddress()
  return address === null ? null : (
    <a className="button plain" href={address}>
      {text.chat}
    </a>
  )
}
