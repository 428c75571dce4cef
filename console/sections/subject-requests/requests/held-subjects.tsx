import { Button, ConfirmDanger, useToast } from '@assay/design-system'
import type { SubjectHold } from '@assay/risk-service/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { HoldNotice } from '../review/hold-notice.tsx'

/** The legal holds in force, each with a way to lift it. */
export function HeldSubjects({ environmentId }: { environmentId: string }) {
  const intl = useIntl()
  const queries = useQueryClient()
  const offline = useOffline()
  const { toast } = useToast()
  const mayLift = useCan()('settings.subject.submit', 'write')
  const [lifting, setLifting] = useState<SubjectHold | null>(null)
  const { data } = useQuery(api.subjectRequests.holds.queryOptions({ input: { environmentId }, staleTime: 0 }))
  const holds = (data?.holds ?? []) as readonly SubjectHold[]
  const lifted = useMutation({
    mutationFn: (holdId: string) => client.subjectRequests.release({ environmentId, holdId }),
    onSuccess: async () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Subjects.Hold.Lifted' }) })
      setLifting(null)
      await queries.invalidateQueries({ queryKey: api.subjectRequests.holds.key() })
    },
  })
  if (holds.length === 0) return null
  return (
    <section
      aria-label={intl.formatMessage({ id: 'Subjects.Hold.List' })}
      className="flex max-h-[16rem] flex-col gap-2 overflow-y-auto border-be border-line-subtle px-page py-3"
    >
      {holds.map(hold => (
        <HoldNotice
          key={hold.id}
          hold={hold}
          className="shrink-0"
          actions={
            mayLift ? (
              <Button size="sm" onClick={() => setLifting(hold)}>
                <FormattedMessage id="Subjects.Hold.Lift" />
              </Button>
            ) : undefined
          }
        />
      ))}
      {lifting === null ? null : (
        <ConfirmDanger
          open
          onOpenChange={() => setLifting(null)}
          title={<FormattedMessage id="Subjects.Hold.Lift.Title" />}
          description={<FormattedMessage id="Subjects.Hold.Lift.Text" />}
          confirmLabel={<FormattedMessage id="Subjects.Hold.Lift" />}
          loading={lifted.isPending}
          error={lifted.isError ? <FormattedMessage id="Subjects.Hold.Lift.Failed" /> : undefined}
          unavailable={offline ? <FormattedMessage id="Offline.Writes" /> : undefined}
          onConfirm={() => lifted.mutate(lifting.id)}
        />
      )}
    </section>
  )
}
