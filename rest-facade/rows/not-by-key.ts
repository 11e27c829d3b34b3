/** When acts on the account itself are refused. */
export const notByKey = 'The credential is an API key: the owner of the account must sign in for this.'
