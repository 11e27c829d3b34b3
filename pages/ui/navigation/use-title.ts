import { useEffect } from 'react'
import { pageInstallation } from '../installation/page-installation.js'

/** Names the screen in the title of the tab. */
export function useTitle(screen: string): void {
  useEffect(() => {
    const { name } = pageInstallation()
    document.title = screen === '' ? name : `${screen} – ${name}`
    return () => {
      document.title = name
    }
  }, [screen])
}
