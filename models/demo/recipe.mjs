// The settings of `npm run demo-model`: other numbers make another model. The file in the repository was made with
// these.
export const recipe = {
  seed: 1,
  dialogues: { primer: 25_000, training: 200_000, finishing: 50_000 },
  longest: 1_024,
  training: {
    tokens: 58_000_000,
    layers: 4,
    'batch-tokens': 4_096,
    rate: 1.5e-3,
    curriculum: 0.08,
  },
  finishing: { tokens: 9_000_000, 'batch-tokens': 4_096, rate: 1.2e-3 },
}

/** Settings for a small model, which test every stage within minutes. */
export function smokeRecipe(minutes) {
  return {
    ...recipe,
    dialogues: { primer: 3_000, training: 6_000, finishing: 500 },
    longest: 512,
    training: {
      minutes,
      width: 128,
      'feed-forward': 352,
      layers: 3,
      'batch-tokens': 2_048,
      rate: 3e-3,
      curriculum: 0.3,
      // compiling takes a minute, which pays off only in a long training
      'no-compile': true,
    },
    finishing: { minutes: minutes / 8, 'batch-tokens': 2_048, rate: 1e-3, 'no-compile': true },
  }
}
