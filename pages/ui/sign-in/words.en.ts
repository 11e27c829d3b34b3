export const en = {
  network: (name: string) => `Sign in with ${name}`,
  providerAway: 'This provider does not answer now.',
  onlyProviders: 'People sign in with another service here.',
  refused: 'The provider has not confirmed the sign-in, or it began in another tab. Begin again.',
  allAway: 'None of them can be reached now. Try again later, or write to the operator of this server.',
}
