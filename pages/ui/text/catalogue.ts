import { createContext, useContext } from 'react'

export const languages = { en: 'English', ko: '한국어' } as const
export type Language = keyof typeof languages
export type Catalogue<Messages> = Readonly<Record<Language, Messages>>

/** The messages of a part of a page: texts, and functions that return texts. The compiler refuses a translation that lacks one. */
export const catalogue = <Messages extends object>(en: Messages, ko: NoInfer<Messages>): Catalogue<Messages> => ({
  en,
  ko,
})

export interface LanguageChoice {
  readonly language: Language
  readonly choose: (language: Language) => void
}

export const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined })

/** The messages in the language of the reader. */
export const useWords = <Messages>(messages: Catalogue<Messages>): Messages =>
  messages[useContext(LanguageContext).language]
