import { Extensions } from 'type-graphql'

const extension = 'isLongText'

/** Marks a text that may be longer than 2,048 characters: the pipeline counts it towards the size of a result. */
export const LongText = () => Extensions({ [extension]: true })

export function isLongText(field: { readonly extensions: Readonly<Record<string, unknown>> }): boolean {
  return field.extensions[extension] === true
}
