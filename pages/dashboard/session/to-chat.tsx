import { serverPath } from '../../ui/navigation/server-url.js'
import { useWords } from '../../ui/text/catalogue.js'
import { isPublicConsole } from './public-console.js'
import { words } from './words.js'

/** The way back to the chat page, where this page is beside it: the admin port does not know its address. */
export function ToChat() {
  const text = useWords(words)
  return isPublicConsole ? (
    <a className="button plain" href={serverPath('')}>
      {text.chat}
    </a>
  ) : null
}
