import type { ComponentProps } from 'react'
import { socialProviders } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { latePart } from '../shell/late-part.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import type { ProviderButtons as Buttons } from '../../ui/sign-in/provider-buttons.js'

const ProviderButtons = latePart(({ ProviderButtons }) => ProviderButtons)

/** The buttons of the sign-in providers. Their code is loaded where there are any. */
export function Providers(props: ComponentProps<typeof Buttons>) {
  const parley = useParley()
  const { value } = useLoaded((signal) => parley.request(socialProviders, {}, { signal }))
  return props.isOnlyWay || value?.socialProviders?.length ? <ProviderButtons {...props} /> : null
}
