import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { NotLoaded } from '../feedback/not-loaded.js'
import { useLoaded } from '../feedback/use-loaded.js'
import { useStoredValue } from '../theme/stored-value.js'
import { LanguageContext, languages, type Language } from './catalogue.js'

const isLanguage = (value: string | null): value is Language => value !== null && value in languages

/** The stored choice, or else the first language of the browser that the page has. */
function languageOf(stored: string | null): Language {
  const wanted = [stored, ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wanted.find((language) => isLanguage(language)) ?? 'en'
}

/** Loads the words of a language that many parts of a page show. */
export type LoadWords = Readonly<Record<Language, () => Promise<unknown>>>

interface LanguageProviderProps {
  readonly words: LoadWords
  readonly children: ReactNode
}

/** Shows the page in the language of the reader. While the words of another one are loaded, the last one is shown. */
export function LanguageProvider({ words, children }: LanguageProviderProps) {
  const [stored, store] = useStoredValue('parley-language')
  const wanted = languageOf(stored)
  const [language, show] = useState<Language>()
  const { value, error, reload } = useLoaded(async () => {
    await words[wanted]()
    return wanted
  }, wanted)
  if (value !== undefined && value !== language) show(value)
  useEffect(() => {
    document.documentElement.lang = language ?? wanted
  }, [language, wanted])
  const choice = useMemo(() => ({ language: language ?? wanted, choose: store }), [language, wanted, store])
  return (
    <LanguageContext value={choice}>
      {language === undefined ? error && <NotLoaded retry={reload} /> : children}
    </LanguageContext>
  )
}
