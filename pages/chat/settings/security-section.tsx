import { useState } from 'react'
import { useParley } from '@parley/client/react'
import {
  addPasskey,
  installation,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactors,
  startPasskey,
  type SecondFactorsQuery,
} from '@parley/client/operations'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { AddAuthenticatorApp } from '../../ui/identity/add-authenticator-app.js'
import { useConfirmed } from '../../ui/identity/confirm-identity.js'
import { createPasskey, isPasskeyPage, passkeyKnown, passkeyRefused } from '../../ui/identity/passkeys.js'
import { RecoveryCodes } from '../../ui/identity/recovery-codes.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { PasswordSection } from './password-section.js'
import { SessionsSection } from './sessions-section.js'
import { deviceOf } from './user-agent.js'
import { words } from './security-words.js'

type Factor = NonNullable<NonNullable<SecondFactorsQuery['me']>['secondFactors']>[number]

/** How the account is protected, and where it is signed in. */
export function SecuritySection() {
  return (
    <>
      <Password />
      <SecondSteps />
      <SessionsSection />
    </>
  )
}

function Password() {
  const parley = useParley()
  const { value: account, error, reload } = useLoaded((signal) => parley.profile({ signal }))
  const sendsMail = useInstallation()?.sendsMail
  return account ? (
    <PasswordSection account={account} sendsMail={sendsMail} />
  ) : (
    <Failure error={error} retry={reload} />
  )
}

/** What a sign-in asks for beside the password. */
function SecondSteps() {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const { confirmed, dialog } = useConfirmed()
  const { value, error, reload } = useLoaded(async (signal) => {
    const read = [parley.request(secondFactors, {}, { signal }), parley.request(installation, {}, { signal })] as const
    const [{ me }, server] = await Promise.all(read)
    const passkeyOrigins = server.installation?.passkeyOrigins ?? []
    return { factors: me?.secondFactors ?? [], codesLeft: me?.recoveryCodesLeft ?? 0, passkeyOrigins }
  })
  const [isAddingApp, setAddingApp] = useState(false)
  const [removing, setRemoving] = useState<Factor>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const changed = (sentence: string, newCodes: readonly string[] = []) => {
    announce(sentence)
    setCodes(newCodes)
    reload()
  }
  const add = useAction(async () => {
    const { challenge, options } = (await confirmed(() => parley.request(startPasskey, {}))).startPasskey
    const response = await createPasskey(options)
    const device = deviceOf(navigator.userAgent)
    const name = device ? text.device(device.browser, device.system) : null
    const added = await parley.request(addPasskey, { input: { challenge, response, name } })
    changed(text.added, added.addPasskey.recoveryCodes)
  })
  const renew = useAction(async () => {
    const { recoveryCodes } = (await confirmed(() => parley.request(renewRecoveryCodes, {}))).renewRecoveryCodes
    changed(text.renewed, recoveryCodes)
  })
  return (
    <>
      <section className="card form">
        <div className="title-row">
          <h2>{text.title}</h2>
          {value && (
            <span className={value.factors.length > 0 ? 'tag strong' : 'tag'}>
              {value.factors.length > 0 ? text.on : text.off}
            </span>
          )}
        </div>
        <p className="quiet">{text.hint}</p>
        <Failure error={error} retry={reload} />
        {value === undefined && !error && <Loading />}
        {value && value.factors.length > 0 && (
          <ul role="list" className="lines">
            {value.factors.map((factor) => (
              <FactorLine key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
            ))}
          </ul>
        )}
        {add.error?.code === passkeyRefused || add.error?.code === passkeyKnown ? (
          <p className="notice failure" role="alert">
            {add.error.code === passkeyKnown ? text.passkeyKnown : text.passkeyRefused}
          </p>
        ) : (
          <Failure error={add.error} conflict={text.tooMany} />
        )}
        {value && (
          <AddButtons
            origins={value.passkeyOrigins}
            isBusy={add.isRunning}
            onPasskey={() => void add.run()}
            onApp={() => setAddingApp(true)}
          />
        )}
      </section>
      {value && value.factors.length > 0 && (
        <section className="card form">
          <h2>{text.recovery}</h2>
          <p className="quiet">{text.recoveryHint}</p>
          <p>{text.codesLeft(value.codesLeft)}</p>
          <Failure error={renew.error} />
          <div className="row">
            <Button disabled={renew.isRunning} onClick={() => void renew.run()}>
              {text.renew}
            </Button>
          </div>
        </section>
      )}
      {isAddingApp && (
        <AddAuthenticatorApp
          onAdded={() => {
            setAddingApp(false)
            changed(text.added)
          }}
          onClose={() => setAddingApp(false)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          verb={text.remove}
          run={async () => {
            await confirmed(() => parley.request(removeSecondFactor, { id: removing.id }))
            changed(text.removed)
          }}
          onClose={() => setRemoving(undefined)}
        >
          {value?.factors.length === 1 ? text.removeLast : text.removeOne}
        </ConfirmDialog>
      )}
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
      {dialog}
    </>
  )
}

interface AddButtonsProps {
  /** Of the pages on which the server accepts passkeys. */
  readonly origins: readonly string[]
  readonly isBusy: boolean
  readonly onPasskey: () => void
  readonly onApp: () => void
}

/** What works at this address: browsers offer passkeys on secure pages with a name only. */
function AddButtons({ origins, isBusy, onPasskey, onApp }: AddButtonsProps) {
  const text = useWords(words)
  const canAdd = isPasskeyPage(origins)
  const [address] = origins
  return (
    <>
      <div className="row">
        {canAdd && (
          <Button icon="add" disabled={isBusy} onClick={onPasskey}>
            {text.addPasskey}
          </Button>
        )}
        <Button icon="add" onClick={onApp}>
          {text.addApp}
        </Button>
      </div>
      {!canAdd && <p className="quiet small">{address === undefined ? text.noPasskeys : text.passkeysAt(address)}</p>}
    </>
  )
}

function FactorLine({ factor, onRemove }: { readonly factor: Factor; readonly onRemove: () => void }) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const { name, kind, createdAt, lastUsedAt } = factor
  return (
    <li>
      <div>
        <p>
          <strong className="break">{name}</strong>{' '}
          {name !== text.kinds[kind] && <span className="tag">{text.kinds[kind]}</span>}
        </p>
        <p className="quiet small">
          {text.addedOn(dateTime(createdAt))}
          <br />
          {lastUsedAt ? text.lastUsed(dateTime(lastUsedAt)) : text.neverUsed}
        </p>
      </div>
      <Button isSmall aria-label={text.removeThis(name)} onClick={onRemove}>
        {text.remove}
      </Button>
    </li>
  )
}
