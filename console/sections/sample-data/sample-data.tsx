import type { SignInAccount } from '@assay/risk-service/contract'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { isSampleDataOnly, setSampleDataBanner } from '../../platform/sample-data/sample-data.ts'
import { setInPageSession } from '../../platform/session/in-page-session.ts'
import { siteConfiguration } from '../../platform/site/site-configuration.ts'
import { logLevels, trackError } from '../../platform/telemetry/telemetry.ts'
import { SignInPage } from '../../sign-in/sign-in-page.tsx'
import { SampleDataBanner } from './sample-data-banner.tsx'
import { currentRuntime, exitSampleData, type SampleRuntime, startRuntime, switchAccount } from './sample-runtime.ts'
import { ExitedPage, FailedPage, PreparingPage, UnsupportedPage } from './start-pages.tsx'
import { storeAccount, storedAccount } from './tab-storage.ts'
import type { SampleTenant } from './worker-protocol.ts'

type Step =
  | { kind: 'unsupported' }
  | { kind: 'preparing'; share: number }
  | { kind: 'failed' }
  | { kind: 'left' }
  | { kind: 'leaving' }
  | { kind: 'choosing'; tenant: SampleTenant }
  | { kind: 'signed-in'; SignedIn: ComponentType }

const canRun = () => typeof WebAssembly === 'object' && typeof Worker === 'function'

/** Steps of a start on sample data: the service is prepared, an account is chosen, the console opens. */
export function SampleData({ load }: { load: () => Promise<{ SignedIn: ComponentType }> }) {
  const [step, setStep] = useState<Step>(canRun() ? { kind: 'preparing', share: 0 } : { kind: 'unsupported' })
  const [attempt, setAttempt] = useState(0)
  const stop = useRef<() => void>(() => undefined)
  const { formatMessage } = useIntl()
  useEffect(() => {
    document.title = formatMessage({ id: 'SampleData.Page.Title' })
  }, [formatMessage])

  useEffect(() => {
    if (!canRun()) return
    const controller = new AbortController()
    stop.current = () => controller.abort()
    const onLeft = () => setStep({ kind: 'left' })
    const fail = (error: unknown) => {
      if (controller.signal.aborted) return
      trackError(error, logLevels.critical)
      setStep({ kind: 'failed' })
    }
    startRuntime({
      onProgress: share => setStep({ kind: 'preparing', share }),
      onLeaving: () => setStep({ kind: 'leaving' }),
      onExited: onLeft,
      signal: controller.signal,
    })
      .then(started => {
        const before = storedAccount()
        const tenant = started.tenants.find(({ id }) => id === before?.tenantId) ?? started.tenants[0]
        if (!tenant) throw new Error('The sample holds no organisation.')
        const account = tenant.accounts.find(({ id }) => id === before?.accountId)
        if (account) return signIn(started, tenant, account.id)
        setStep({ kind: 'choosing', tenant })
      })
      .catch(fail)
    return () => controller.abort()

    async function signIn(started: SampleRuntime, tenant: SampleTenant, accountId: string): Promise<void> {
      openSession(started, tenant, accountId)
      setSampleDataBanner(SampleDataBanner)
      const { SignedIn } = await load()
      setStep({ kind: 'signed-in', SignedIn })
    }
  }, [attempt, load])

  const signInAs = (tenant: SampleTenant) => (account: SignInAccount) => {
    const started = currentRuntime()
    if (!started) return
    storeAccount({ tenantId: tenant.id, accountId: account.id })
    openSession(started, tenant, account.id)
    setSampleDataBanner(SampleDataBanner)
    load().then(
      ({ SignedIn }) => setStep({ kind: 'signed-in', SignedIn }),
      (error: unknown) => {
        trackError(error, logLevels.critical)
        setStep({ kind: 'failed' })
      },
    )
  }
  const cancel = () => {
    stop.current()
    void exitSampleData()
  }

  switch (step.kind) {
    case 'unsupported':
      return <UnsupportedPage {...(isSampleDataOnly() ? {} : { onLeave: cancel })} />
    case 'preparing':
      return <PreparingPage share={step.share} onCancel={cancel} />
    case 'leaving':
      return <PreparingPage share={null} />
    case 'failed':
      return (
        <FailedPage
          onRetry={() => {
            setStep({ kind: 'preparing', share: 0 })
            setAttempt(attempt + 1)
          }}
          onLeave={cancel}
        />
      )
    case 'left':
      return <ExitedPage />
    case 'choosing': {
      const { tenant } = step
      const tenants = currentRuntime()?.tenants ?? []
      return (
        <SignInPage
          data={{
            tenant,
            action: '',
            exposed: false,
            build: siteConfiguration().build,
            accounts: tenant.accounts.map(account => ({
              ...account,
              role: account.role ?? (account.wids.length > 0 ? 'GlobalAdministrator' : null),
            })),
            organisations: tenants.filter(({ id }) => id !== tenant.id).map(({ id, name }) => ({ name, url: id })),
          }}
          inPage={{
            onAccount: signInAs(tenant),
            onOrganisation: id => setStep({ kind: 'choosing', tenant: tenants.find(each => each.id === id) ?? tenant }),
          }}
        />
      )
    }
    case 'signed-in':
      return <step.SignedIn />
  }
}

function openSession({ service, tenants }: SampleRuntime, tenant: SampleTenant, accountId: string): void {
  const account = tenant.accounts.find(({ id }) => id === accountId)
  if (!account) throw new Error('The account is not in the sample.')
  const { id, name, username, wids } = account
  setInPageSession({
    user: {
      id,
      name,
      username,
      wids,
      tenantId: tenant.id,
      claims: { oid: id, tid: tenant.id, name, preferred_username: username, wids },
    },
    tenants,
    chooseAccount: switchAccount,
    async token() {
      const token = await service.execute('token', { tenantId: tenant.id, accountId })
      if (token === null) throw new Error('The account is not in the sample.')
      return token
    },
  })
}
