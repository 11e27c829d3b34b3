/** Whether a provider has sent the person here. */
export const isSocialReturn = (): boolean => {
  const query = new URLSearchParams(location.search)
  return query.has('state') && (query.has('code') || query.has('error'))
}
