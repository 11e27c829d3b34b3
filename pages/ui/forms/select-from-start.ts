import type { FocusEvent } from 'react'

/** Selects the text of a field that gets the focus, with its beginning in view. */
export function selectFromStart({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.setSelectionRange(0, currentTarget.value.length, 'backward')
  currentTarget.scrollLeft = 0
}
