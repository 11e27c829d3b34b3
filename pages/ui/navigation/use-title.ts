import { useEffect } from 'react'

/** Names the screen in the title of the tab. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = screen === '' ? 'Parley' : `${screen} – Parley`
    return () => {
      document.title = 'Parley'
    }
  }, [screen])
}
