import { useEffect } from 'react'
import { useStoredValue } from './stored-value.js'

export type Theme = 'light' | 'dark'

/** In the order in which the page has the colours of the browser around it. */
const themes = ['light', 'dark'] as const

/** The colours that the reader has chosen. Null: those of the system. */
export function useTheme(): readonly [Theme | null, (theme: Theme | null) => void] {
  const [stored, store] = useStoredValue('parley-theme')
  const theme = stored === 'light' || stored === 'dark' ? stored : null
  useEffect(() => {
    if (theme) document.documentElement.dataset['theme'] = theme
    else delete document.documentElement.dataset['theme']
    for (const [place, meta] of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]').entries()) {
      const its = themes[place]
      meta.media = theme ? (theme === its ? '' : 'not all') : `(prefers-color-scheme: ${its})`
    }
  }, [theme])
  return [theme, store]
}
