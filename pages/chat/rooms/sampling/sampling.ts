import type { RoomData } from '@parley/client'

type RoomSampling = NonNullable<RoomData['sampling']>

export const samplingNames = ['maxTokens', 'temperature', 'topP', 'frequencyPenalty', 'presencePenalty'] as const
export type SamplingName = (typeof samplingNames)[number]

/** The sampling parameters of a room; null: that of the model. */
export type Sampling = Readonly<Record<SamplingName, number | null>>

export const samplingOf = (sampling: RoomSampling | null): Sampling => ({
  temperature: sampling?.temperature ?? null,
  topP: sampling?.topP ?? null,
  maxTokens: sampling?.maxTokens ?? null,
  frequencyPenalty: sampling?.frequencyPenalty ?? null,
  presencePenalty: sampling?.presencePenalty ?? null,
})

/** Sampling in words, as the values that they stand for. */
const styles = {
  own: { temperature: null, topP: null },
  exact: { temperature: 0.2, topP: null },
  varied: { temperature: 1.2, topP: 0.95 },
} as const
export type SamplingStyle = keyof typeof styles
export const samplingStyles = ['own', 'exact', 'varied'] as const satisfies readonly SamplingStyle[]

/** The word for these values; undefined for other values. */
export const styleOf = ({ temperature, topP }: Sampling): SamplingStyle | undefined =>
  samplingStyles.find((style) => styles[style].temperature === temperature && styles[style].topP === topP)

export const withStyle = (sampling: Sampling, style: SamplingStyle): Sampling => ({ ...sampling, ...styles[style] })

export const isSameSampling = (one: Sampling, other: Sampling): boolean =>
  samplingNames.every((name) => one[name] === other[name])
