import type { ComponentType } from 'react'
import { Button } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { Loading } from './loading.js'
import { useLoaded } from './use-loaded.js'
import { words } from './words.js'

/** A screen whose code is loaded when it is first shown. After a failure the person can load it again, unlike `lazy` of React. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyScreen(props: Props) {
    const { value: Screen = loaded, error, reload } = useLoaded(async () => (loaded ??= await load()))
    if (Screen) return <Screen {...props} />
    return error ? <NotLoaded retry={reload} /> : <Loading />
  }
}

function NotLoaded({ retry }: { readonly retry: () => void }) {
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
