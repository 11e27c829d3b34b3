export const en = {
  network: (name: string) => `Sign in with ${name}`,
  refused: 'The provider has not confirmed the sign-in, or it began in another tab. Begin again.',
}
