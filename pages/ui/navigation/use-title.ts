import { useEffect } from 'react'
import { pageInstallation } from '../installation/page-installation.js'

let title = ''
let mark = ''

function show(screen: string): void {
  const { name } = pageInstallation()
  title = screen === '' ? name : `${screen} – ${name}`
  document.title = mark + title
}

/** Names the screen in the title of the tab. */
export function useTitle(screen: string): void {
  useEffect(() => {
    show(screen)
    return () => show('')
  }, [screen])
}

/** Puts a mark before the title of the tab, whatever screen it names; an empty one removes it. */
export function markTitle(next: string): void {
  mark = next
  document.title = mark + (title || pageInstallation().name)
}
