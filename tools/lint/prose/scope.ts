/** Files without words of ours, or with words that must stay as they are. */
export const exempt: readonly RegExp[] = [
  // Generated: their sources are checked instead.
  /^rest-facade\/.*\.generated\.ts$/,
  /^packages\/client\/.*\.generated\.ts$/,
  /^schema\/.*\.graphql$/,
  /^docs\/reference\/(errors|lines)\.md$/,
  /^test\/(abuse|crash)\/results\.md$/,
  /^bench\/results\.md$/,
  // A model is trained on these words, and its tests repeat them.
  /^models\/demo\/(corpus|test)\//,
  /^test\/fixtures\//,
  // It lists the refused words.
  /^tools\/lint\/prose\/rules\.ts$/,
  /\/lint-prose\.test\.ts$/,
]

/** Files whose sentences are prompts or quoted texts and stay: only their comments and names are checked. */
export const quoting: readonly RegExp[] = [
  /^ai-workers\/prompts\//,
  /^test\//,
  // Messages of sample users, and the vocabulary of models in tests.
  /\/seed\/sample-data\.ts$/,
  /^bench\/demo\/messages\.ts$/,
  /\/tiny-model\/words\.ts$/,
]
