/** The system's message of a failure. The error of fetch is generic; its cause has the reason. */
export function reasonOf(error: unknown): string {
  return messageOf(propertyOf(error, 'cause')) ?? messageOf(error) ?? 'for no known reason'
}

function messageOf(error: unknown): string | undefined {
  const message = propertyOf(error, 'message')
  return typeof message === 'string' && message !== '' ? message : undefined
}

function propertyOf(value: unknown, name: 'cause' | 'message'): unknown {
  const properties: Partial<Record<'cause' | 'message', unknown>> =
    typeof value === 'object' && value !== null ? value : {}
  return properties[name]
}
