import { useContext } from 'react'
import { LanguageContext, type Language } from './catalogue.js'

/** With the country of the reader, where the browser names one with the language: it decides the order of a date. */
const localeOf = (language: Language) => navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? language

/** Dates and numbers in the language of the reader. */
export function useFormats() {
  const { language } = useContext(LanguageContext)
  const locale = localeOf(language)
  return {
    dateTime: (date: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date)),
    date: (date: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(date)),
    /** A day of UTC, such as `2030-01-31`. */
    day: (date: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date)),
    weekday: (date: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(date),
    month: (date: Date) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(date),
    time: (date: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(date)),
    /** In seconds, or in minutes when it is long. */
    duration: (ms: number) => {
      const seconds = Math.max(1, Math.ceil(ms / 1_000))
      const [value, unit] =
        seconds < 120 ? ([seconds, 'second'] as const) : ([Math.ceil(seconds / 60), 'minute'] as const)
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
    },
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
  }
}
