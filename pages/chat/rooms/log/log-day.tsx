import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { useToday } from '../list/use-today.js'
import { words } from '../words.js'

/** The day of the rows that follow, in the time zone of the browser. */
export function LogDay({ day }: { readonly day: number }) {
  const text = useWords(words)
  const { weekday } = useFormats()
  const today = useToday()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const names = new Map([
    [today.getTime(), text.today],
    [yesterday.getTime(), text.yesterday],
  ])
  return <h2 className="log-day small quiet">{names.get(day) ?? weekday(day)}</h2>
}

/** The start of a day, in epoch milliseconds. */
export function dayOf(time: string): number {
  return new Date(time).setHours(0, 0, 0, 0)
}
