import type { ComponentType } from 'react'
import { Loading } from './loading.js'
import { NotLoaded } from './not-loaded.js'
import { useLoaded } from './use-loaded.js'

/** A screen whose code is loaded when it is first shown. After a failure the person can load it again, unlike `lazy` of React. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyScreen(props: Props) {
    const { value: Screen = loaded, error, reload } = useLoaded(async () => (loaded ??= await load()))
    if (Screen) return <Screen {...props} />
    return error ? <NotLoaded retry={reload} /> : <Loading />
  }
}
