import { Button, Dialog, DialogContent, Skeleton } from '@assay/design-system'
import type { ExternalCall } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { TestResult } from '../../../platform/outgoing-requests/test-result.tsx'

/** Sends the sample request of a stored call, and shows the result. */
export function TestCallDialog({ call, onClose }: { call: ExternalCall; onClose: () => void }) {
  const environmentId = useEnvironment().id
  // A request is sent once each time the dialog is opened, and again only by its button.
  const opened = useId()
  const query = useQuery({
    queryKey: ['externalCalls', 'test', environmentId, call.id, opened],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => client.externalCalls.test({ environmentId, callId: call.id, body: call.body, target: 'call' }),
  })
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="OutgoingRequests.Test" />}
        description={<bdi>{call.body.name}</bdi>}
        footer={
          <>
            <Button loading={query.isFetching} onClick={() => void query.refetch()}>
              <FormattedMessage id="OutgoingRequests.Test" />
            </Button>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
          </>
        }
      >
        {query.isFetching ? (
          <div aria-busy="true" className="py-3">
            <Skeleton className="h-2 w-1/2" />
          </div>
        ) : query.data ? (
          <TestResult test={query.data} />
        ) : query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
      </DialogContent>
    </Dialog>
  )
}
