import { useEffect, type RefObject } from 'react'
import type { ParleyError } from '@parley/client'
import { Failure } from '../feedback/failure.js'
import { useWords } from '../text/catalogue.js'
import { faultSentence, type RefusedField } from './fault-sentence.js'
import { words } from './words.js'

const isOf = ({ path }: RefusedField, field: string): boolean => path.includes(field)

/** What the server refuses about a field, in the language of the reader. */
export function useFaults(error: ParleyError | null): (field: string) => string | null {
  const text = useWords(words)
  return (field) => {
    const refused = error?.details.fields?.find((one) => isOf(one, field))
    return refused ? faultSentence(text, refused) : null
  }
}

interface FormFailureProps {
  readonly error: ParleyError | null
  /** The fields that show their own faults. */
  readonly fields: readonly string[]
  readonly form: RefObject<HTMLFormElement | null>
}

/** The failure of a form. When its fields are refused, it moves the focus to the first one, which says why. */
export function FormFailure({ error, fields, form }: FormFailureProps) {
  const { lookAtFields } = useWords(words)
  const refused = error?.details.fields ?? []
  const isInFields = refused.length > 0 && refused.every((one) => fields.some((field) => isOf(one, field)))
  useEffect(() => {
    if (error && isInFields) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error, isInFields, form])
  if (!isInFields) return <Failure error={error} />
  return (
    <p className="notice failure" role="alert">
      {lookAtFields}
    </p>
  )
}
