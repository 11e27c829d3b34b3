import { createContext, useContext } from 'react'

export const languages = { en: 'English', ko: '한국어' } as const
export type Language = keyof typeof languages
export type Catalogue<Messages> = Readonly<Record<Language, Messages>>

/** The messages of a part of a page: texts, and functions that return texts. The compiler refuses a translation that lacks one. */
export const catalogue = <Messages extends object>(en: Messages, ko: NoInfer<Messages>): Catalogue<Messages> => ({
  en,
  ko,
})

/** The messages of a part that most visits show: each language has a file, which `languages` of the page loads. */
type LoadedCatalogue<Messages> = Partial<Record<Language, Messages>>

export const loadedCatalogue = <Messages extends object>(): LoadedCatalogue<Messages> => ({})

export interface LanguageChoice {
  readonly language: Language
  /** Null: that of the browser. */
  readonly choose: (language: Language | null) => void
}

export const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined })

/** The messages in the language of the reader. */
export function useWords<Messages>(messages: LoadedCatalogue<Messages>): Messages {
  const { language } = useContext(LanguageContext)
  const words = messages[language]
  if (words === undefined) throw new Error(`These words were not loaded: ${language}`)
  return words
}
