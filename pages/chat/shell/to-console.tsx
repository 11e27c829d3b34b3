import { useEffect } from 'react'
import { Loading } from '../../ui/feedback/loading.js'
import { consolePath } from '../../ui/navigation/console-path.js'

/** Goes on to a screen of the console, for example after a sign-in that began there. */
export function ToConsole({ path }: { readonly path: string }) {
  useEffect(() => location.replace(`${consolePath}#${path}`), [path])
  return <Loading />
}
