import { useEffect, useMemo, type ReactNode } from 'react'
import { useStoredValue } from '../theme/stored-value.js'
import { LanguageContext, languages, type Language } from './catalogue.js'

const isLanguage = (value: string | null): value is Language => value !== null && value in languages

/** The stored choice, or else the first language of the browser that the page has. */
function languageOf(stored: string | null): Language {
  const wanted = [stored, ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wanted.find((language) => isLanguage(language)) ?? 'en'
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [stored, store] = useStoredValue('parley-language')
  const language = languageOf(stored)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(() => ({ language, choose: store }), [language, store])
  return <LanguageContext value={choice}>{children}</LanguageContext>
}
