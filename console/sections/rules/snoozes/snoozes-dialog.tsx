import { Button, DateTime, Dialog, DialogContent, Skeleton, useToast } from '@assay/design-system'
import type { RuleSnooze } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

const separator = ' · '

interface SnoozesDialogProps {
  environmentId: string
  /** The caller may end them. */
  write: boolean
  onClose: () => void
}

/** The rules that are snoozed in an environment, each with its value, its end and why; they can be ended here. */
export function SnoozesDialog({ environmentId, write, onClose }: SnoozesDialogProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { toast } = useToast()
  const query = useQuery(api.ruleSnoozes.list.queryOptions({ input: { environmentId } }))
  const remove = useApiMutation({
    mutationFn: ({ id }: RuleSnooze) => client.ruleSnoozes.remove({ environmentId, snoozeId: id }),
    invalidates: [api.ruleSnoozes.key()],
    onSuccess: () => toast({ tone: 'success', title: intl.formatMessage({ id: 'Rules.Snoozes.Ended' }) }),
  })
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Rules.Snoozes" />}
        description={<FormattedMessage id="Rules.Snoozes.Text" />}
        footer={
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      >
        {query.isPending ? <Skeleton className="h-16 w-full" /> : null}
        {query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.data?.length === 0 ? (
          <p className="text-fg-muted">
            <FormattedMessage id="Rules.Snoozes.None" />
          </p>
        ) : null}
        <ul className="flex flex-col">
          {(query.data ?? []).map(snooze => (
            <li
              key={snooze.id}
              className="flex flex-wrap items-center justify-between gap-3 border-bs border-line-subtle py-2"
            >
              <div className="min-w-0 flex-1 wrap-anywhere">
                <FormattedMessage
                  id="Review.Snooze.Line"
                  values={{
                    rule: (
                      <bdi key="rule" className="font-medium">
                        {snooze.rule ?? intl.formatMessage({ id: 'Rules.Snoozes.Deleted' })}
                      </bdi>
                    ),
                    entity: <FormattedMessage key="entity" id={`Events.Entity.${snooze.type}`} />,
                    value: <bdi key="value">{snooze.value}</bdi>,
                    time: <DateTime key="time" value={snooze.until} />,
                  }}
                />
                <p className="text-xs text-fg-secondary">
                  <bdi className="font-medium">{snooze.createdBy}</bdi>
                  {separator}
                  <bdi>{snooze.comment}</bdi>
                </p>
              </div>
              {write ? (
                <Button
                  size="sm"
                  disabled={offline}
                  loading={remove.isPending && remove.variables.id === snooze.id}
                  onClick={() => remove.mutate(snooze)}
                >
                  <FormattedMessage id="Rules.Snoozes.End" />
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
