/** Whether a time is of the current day of the reader, where its date says nothing. */
export const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString()
