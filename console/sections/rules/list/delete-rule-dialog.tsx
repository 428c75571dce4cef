import { ConfirmDanger, useToast } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'
import { ruleClientOf } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'

interface DeleteRuleDialogProps {
  rule: Pick<RuleSummary, 'id' | 'name' | 'status' | 'type'> | null
  onClose: () => void
  onDeleted: () => unknown
}

/** Asks before a rule is deleted for good, and names the rules that read variables it sets. */
export function DeleteRuleDialog({ rule, onClose, onDeleted }: DeleteRuleDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { environmentId, routing } = useRuleScope()
  const { data } = useQuery(
    api.rules.dependencies.queryOptions({
      input: { environmentId, ruleId: rule?.id ?? '' },
      enabled: !routing && rule !== null && rule.status !== 'draft',
      staleTime: 0,
    }),
  )
  const readers = rule ? (data?.readBy ?? []) : []
  const removal = useConfirmedMutation({
    mutationFn: ({ id }: Pick<RuleSummary, 'id' | 'name'>) =>
      ruleClientOf(routing).remove({ environmentId, ruleId: id }),
    onSuccess: (_answer, { name }) => {
      toast({ title: intl.formatMessage({ id: 'Rules.Delete.Done' }, { name }), tone: 'success' })
      onDeleted()
    },
    onClose,
  })
  return (
    <ConfirmDanger
      open={rule !== null}
      onOpenChange={open => {
        if (!open) removal.close()
      }}
      title={<FormattedMessage id="Rules.Delete.Title" values={{ name: <bdi key="name">{rule?.name}</bdi> }} />}
      description={
        <FormattedMessage
          id={
            rule?.status !== 'active'
              ? 'Authoring.Delete.Description'
              : routing
                ? 'Routing.Delete.Active'
                : rule.type === 'postDecision'
                  ? 'Rules.Delete.ActiveAction'
                  : 'Rules.Delete.Active'
          }
        />
      }
      consequences={readers.map(reader => (
        <FormattedMessage
          key={reader.id}
          id="Rules.Delete.Reader"
          values={{
            name: <bdi key="name">{reader.name}</bdi>,
            environment: <bdi key="environment">{reader.environment}</bdi>,
          }}
        />
      ))}
      confirmLabel={<FormattedMessage id="Rules.Delete.Confirm" />}
      loading={removal.isPending}
      {...(removal.error ? { error: <FormattedMessage id="Authoring.Failed" /> } : {})}
      onConfirm={() => {
        if (rule) removal.confirm(rule)
      }}
    />
  )
}
