const numbers = new Intl.NumberFormat('en')
const percents = new Intl.NumberFormat('en', { style: 'percent' })
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const times = new Intl.DateTimeFormat('en', { timeStyle: 'medium' })

export const count = (number: number): string => numbers.format(number)
export const share = (part: number, whole: number): string => percents.format(whole === 0 ? 0 : part / whole)
/** An instant as this machine's clock shows it. */
export const day = (instant: string): string => days.format(new Date(instant))
export const timeOfDay = (date: Date): string => times.format(date)
