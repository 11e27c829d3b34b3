import { DataCopy } from './data-copy.js'
import { DeleteAccount } from './delete-account.js'

/** A copy of what the account owns, and its end. */
export const DataSection = () => (
  <>
    <DataCopy />
    <DeleteAccount />
  </>
)
