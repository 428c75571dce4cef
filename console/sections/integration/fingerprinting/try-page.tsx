import { Button, Callout, Card, EmptyState, Icon, SkeletonRows } from '@assay/design-system'
import type { FingerprintSetup, FingerprintTest } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Play, RotateCw } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { IntegrationPage } from '../shared/integration-page.tsx'
import { SessionAttributes } from './session-attributes.tsx'
import { SessionFacts } from './session-facts.tsx'
import { TestProgress } from './test-progress.tsx'
import { useFingerprintTest } from './use-fingerprint-test.ts'

const searchSchema = { session: optionalParameter }
const uuidShape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Runs the fingerprinting script in this browser, and shows what the service stored. */
export function Component() {
  const intl = useIntl()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const writes = useCan()('integration.apps', 'write')
  const [{ session: sessionId }, setSearch] = useSearchState(searchSchema)
  const title = intl.formatMessage({ id: 'Fingerprint.Try' })
  const setup = useQuery(api.fingerprinting.overview.queryOptions({ input: { environmentId } }))
  const origin = (setup.data as FingerprintSetup | undefined)?.origin
  const { run, start } = useFingerprintTest(environmentId)
  const shown = run !== null && run.sessionId === sessionId ? run : null
  // A test that is running reads its session itself.
  const isStored = sessionId !== null && uuidShape.test(sessionId) && shown?.running !== true
  const query = useQuery(
    api.fingerprinting.read.queryOptions({ input: { environmentId, sessionId: sessionId ?? '' }, enabled: isStored }),
  )
  const test = query.data as FingerprintTest | undefined

  function runTest(): void {
    if (origin === undefined) return
    const created = crypto.randomUUID()
    setSearch({ session: created })
    void start(origin, created)
  }

  return (
    <IntegrationPage
      title={title}
      parent={{ labelId: 'Fingerprint.Title', path: '/devicefingerprinting/setup' }}
      meta={<FormattedMessage id={writes ? 'Fingerprint.Try.Text' : 'Fingerprint.ReadOnly'} />}
      actions={
        writes ? (
          <Button
            variant="primary"
            disabled={origin === undefined || offline || shown?.running === true}
            onClick={runTest}
          >
            <Icon icon={sessionId === null ? Play : RotateCw} />
            <FormattedMessage id={sessionId === null ? 'Fingerprint.Run' : 'Fingerprint.RunAgain'} />
          </Button>
        ) : undefined
      }
    >
      {setup.isError && origin === undefined ? (
        <QueryError error={setup.error} onRetry={() => void setup.refetch()} />
      ) : origin === undefined ? (
        <SkeletonRows rows={6} />
      ) : sessionId === null ? (
        <Card>
          <EmptyState
            kind="first-use"
            title={<FormattedMessage id="Fingerprint.Never" />}
            description={<FormattedMessage id="Fingerprint.Never.Text" />}
          />
        </Card>
      ) : (
        <>
          {shown === null ? null : <TestProgress run={shown} origin={origin} />}
          {query.isError && test === undefined ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : test?.session ? (
            <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <SessionAttributes session={test.session} catalogue={test.catalogue} />
              <SessionFacts session={test.session} />
            </div>
          ) : test !== undefined || !(isStored || shown?.running) ? (
            shown === null ? (
              <Callout tone="warning">
                <FormattedMessage id="Fingerprint.NotStored" />
              </Callout>
            ) : null
          ) : (
            <SkeletonRows rows={6} />
          )}
        </>
      )}
    </IntegrationPage>
  )
}
