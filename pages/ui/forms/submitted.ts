import type { SubmitEvent } from 'react'

/** Handles a form: its text fields by name. The browser does not send it. */
export const submitted =
  (send: (fields: Readonly<Record<string, string>>) => void) =>
  (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const fields = [...new FormData(event.currentTarget)].filter((field) => typeof field[1] === 'string')
    send(Object.fromEntries(fields) as Readonly<Record<string, string>>)
  }
