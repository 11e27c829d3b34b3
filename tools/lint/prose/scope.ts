/** Files that have no words of ours, or words that are kept as they are. */
export const exempt: readonly RegExp[] = [
  // Generated: their sources are read.
  /^rest-facade\/.*\.generated\.ts$/,
  /^schema\/.*\.graphql$/,
  /^docs\/reference\/(errors|lines)\.md$/,
  /^test\/(abuse|crash)\/results\.md$/,
  /^bench\/results\.md$/,
  // A model is trained on these words; its tests repeat them.
  /^models\/demo\/(corpus|test)\//,
  /^test\/fixtures\//,
  // The words that are refused.
  /^tools\/lint\/prose\/rules\.ts$/,
  /\/lint-prose\.test\.ts$/,
]

/** Files whose sentences are prompts or texts of others, and are kept: their comments and names are read. */
export const quoting: readonly RegExp[] = [
  /^ai-workers\/prompts\//,
  /^test\//,
  // Messages of sample users, and the vocabulary of models in tests.
  /\/seed\/sample-data\.ts$/,
  /^bench\/demo\/messages\.ts$/,
  /\/tiny-model\/words\.ts$/,
]
