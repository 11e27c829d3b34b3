import type { ComponentType, ReactNode } from 'react'
import { Loading } from './loading.js'
import { NotLoaded } from './not-loaded.js'
import { useLoaded } from './use-loaded.js'

/** A screen whose code is loaded when it is first shown. After a failure the person can load it again, unlike `lazy` of React. */
export const lazyScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazyPart(load, <Loading />)

/**
 * The same for a part of a screen, which shows nothing, or `waiting`, until then. `isExtra`: nothing is said of one that is not
 * loaded.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  isExtra = false,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const { value: Part = loaded, error, reload } = useLoaded(async () => (loaded ??= await load()))
    if (Part) return <Part {...props} />
    return error && !isExtra ? <NotLoaded retry={reload} /> : waiting
  }
}
