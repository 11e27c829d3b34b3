/** Why something failed, in the words of the system. What fetch throws says little; its cause says what happened. */
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
