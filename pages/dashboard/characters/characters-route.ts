import type { AllCharactersQueryVariables } from '../operations.generated.js'

/** What is listed, by its name in the address. */
export const shows = {
  all: {},
  public: { visibility: 'PUBLIC' },
  private: { visibility: 'PRIVATE', hiddenByAdmin: false },
  hidden: { hiddenByAdmin: true },
} as const satisfies Readonly<Record<string, AllCharactersQueryVariables>>
export type ShowName = keyof typeof shows

export const isShow = (name: string): name is ShowName => Object.hasOwn(shows, name)
export const showNames = Object.keys(shows).filter(isShow)

interface ListPlace {
  readonly show: ShowName
  readonly search: string
}

/** The address of a list of characters. */
export function charactersPath({ show, search }: ListPlace): string {
  const query = new URLSearchParams({ ...(show !== 'all' && { show }), ...(search !== '' && { q: search }) })
  return query.size === 0 ? '/characters' : `/characters?${query.toString()}`
}
