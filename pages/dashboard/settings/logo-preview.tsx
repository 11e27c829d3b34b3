import { installation } from '@parley/client/operations'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { ownLogoAddress } from '../../ui/installation/page-installation.js'
import { useRequest } from '../session/administrator.js'

interface LogoPreviewProps {
  /** Another one after each change. */
  readonly version: string
  readonly label: string
}

/** The logo as it is stored now, which can be another than that of the open page. */
export function LogoPreview({ version, label }: LogoPreviewProps) {
  const request = useRequest()
  const { value } = useLoaded(async (signal) => (await request(installation, {}, { signal })).installation, version)
  if (!value?.logoUrl) return null
  return <img className="logo-preview" src={ownLogoAddress(value.logoUrl)} alt={label} />
}
