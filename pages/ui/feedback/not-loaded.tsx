import { Button } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { words } from './not-loaded-words.js'

/** Two ways to continue where a file of the page could not be loaded. */
export function NotLoaded({ retry }: { readonly retry: () => void }) {
  const { notLoaded, tryAgain, reload } = useWords(words)
  return (
    <div className="empty" role="alert">
      <p>{notLoaded}</p>
      <div className="row center">
        <Button kind="primary" onClick={retry}>
          {tryAgain}
        </Button>
        {/* a new release of the server can have other files */}
        <Button onClick={() => location.reload()}>{reload}</Button>
      </div>
    </div>
  )
}
