export const en = {
  network: (name: string) => `Sign in with ${name}`,
  refused: 'The provider did not confirm the sign-in, or it began in another tab. Try again.',
}
