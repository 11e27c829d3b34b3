import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { NotificationSetting } from '../notifications/notification-setting.js'
import { accountChanged } from '../shell/account-look.js'
import { EmailVerification } from './email-verification.js'
import { PreferencesSection } from './preferences/preferences-section.js'
import { ProfileForm } from './profile-form.js'

/** Who one is to others, and how the page looks. */
export function ProfileSection() {
  const parley = useParley()
  const { value: account, error, reload, set } = useLoaded((signal) => parley.profile({ signal }))
  const sendsMail = useInstallation()?.sendsMail
  return (
    <>
      <Failure error={error} retry={reload} />
      {account === undefined && !error && <Loading />}
      {account && (
        <>
          <ProfileForm
            account={account}
            sendsMail={sendsMail}
            onSaved={(saved) => {
              set(saved)
              document.dispatchEvent(new Event(accountChanged))
            }}
          />
          <EmailVerification key={account.email} account={account} onVerified={reload} sendsMail={sendsMail} />
        </>
      )}
      <PreferencesSection />
      <NotificationSetting />
    </>
  )
}
