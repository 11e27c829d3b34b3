import { useParley } from '@parley/client/react'
import { defaults, updateDefaults, type UpdateDefaultsInput } from '@parley/client/operations'
import { useLoaded } from '../../../ui/feedback/use-loaded.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { accountChanged } from '../../shell/account-look.js'

/** What the account has chosen, and the change of it, after which the page is shown as it says. */
export function useDefaults() {
  const parley = useParley()
  const { value, error, reload, set } = useLoaded(
    async (signal) => (await parley.request(defaults, {}, { signal })).me?.defaults ?? null,
  )
  const change = useAction(async (input: UpdateDefaultsInput) => {
    const saved = await parley.request(updateDefaults, { input })
    set(saved.updateDefaults.account.defaults)
    document.dispatchEvent(new Event(accountChanged))
  })
  return { value, error, reload, change }
}
