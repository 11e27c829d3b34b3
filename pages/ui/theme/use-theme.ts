import { useEffect } from 'react'
import { useStoredValue } from './stored-value.js'

export type Theme = 'light' | 'dark'

/** The colours that the reader has chosen. Null: those of the system. */
export function useTheme(): readonly [Theme | null, (theme: Theme | null) => void] {
  const [stored, store] = useStoredValue('parley-theme')
  const theme = stored === 'light' || stored === 'dark' ? stored : null
  useEffect(() => {
    if (theme) document.documentElement.dataset['theme'] = theme
    else delete document.documentElement.dataset['theme']
  }, [theme])
  return [theme, store]
}
