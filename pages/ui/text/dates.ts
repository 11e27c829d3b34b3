import { useContext } from 'react'
import { LanguageContext } from './catalogue.js'

/** Dates and numbers in the language of the reader. */
export function useFormats() {
  const { language } = useContext(LanguageContext)
  return {
    dateTime: (date: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date)),
    date: (date: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(date)),
    /** A day of UTC, such as `2030-01-31`. */
    day: (date: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date)),
    weekday: (date: number) => new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(date),
    month: (date: Date) => new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(date),
    time: (date: string) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(date)),
    /** In seconds, or in minutes when it is long. */
    duration: (ms: number) => {
      const seconds = Math.max(1, Math.ceil(ms / 1_000))
      const [value, unit] =
        seconds < 120 ? ([seconds, 'second'] as const) : ([Math.ceil(seconds / 60), 'minute'] as const)
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
    },
    number: (value: number) => new Intl.NumberFormat(language).format(value),
  }
}
