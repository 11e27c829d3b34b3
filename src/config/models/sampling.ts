import { json, numberValue, values, wholeValue } from '../json-values.js'

/** Single values that override a service's defaults (contract: ai-workers.11). */
export const samplingOverrides = json.pipe(
  values(
    {
      maxTokens: wholeValue(1, 65_536).exactOptional(),
      temperature: numberValue(0, 5).exactOptional(),
      topP: numberValue(0, 1).exactOptional(),
      topK: wholeValue(0, 65_536).exactOptional(),
      minP: numberValue(0, 1).exactOptional(),
      repeatPenalty: numberValue(0.1, 2).exactOptional(),
      frequencyPenalty: numberValue(-2, 2).exactOptional(),
      presencePenalty: numberValue(-2, 2).exactOptional(),
    },
    '{"temperature":0.5}',
  ),
)
