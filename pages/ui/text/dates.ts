import { useContext } from 'react'
import { LanguageContext } from './catalogue.js'

/** Dates and numbers in the language of the reader. */
export function useFormats() {
  const { language } = useContext(LanguageContext)
  return {
    dateTime: (date: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date)),
    date: (date: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(date)),
    time: (date: string) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(date)),
    number: (value: number) => new Intl.NumberFormat(language).format(value),
  }
}
